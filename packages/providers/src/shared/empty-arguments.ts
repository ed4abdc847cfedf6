/** Whether JSON text has one of the forms in which upstreams write no arguments at all: the call has `{}`. */
export function isEmptyArguments(text: string): boolean {
  const trimmed = text.trim();
  return trimmed === '' || trimmed === 'null' || trimmed === '""';
}
