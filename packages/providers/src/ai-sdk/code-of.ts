/** The code of an error of Node or of a library, such as `ECONNREFUSED`. */
export function codeOf(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined;
}
