import { getSystemErrorMap } from 'node:util';

/** The reason why the system rejected a file or an address: its message, and its code for a search. */
export function systemReason(error: unknown): string {
  const { code, errno } = error as NodeJS.ErrnoException;
  if (code === undefined) return 'unknown reason';
  const [, description] = (errno === undefined ? undefined : getSystemErrorMap().get(errno)) ?? [];
  return description === undefined ? code : `${description} (${code})`;
}
