import { getSystemErrorMap } from 'node:util';

/** Why the system refused a file or an address: its words, and its code for those who search for it. */
export function systemReason(error: unknown): string {
  const { code, errno } = error as NodeJS.ErrnoException;
  if (code === undefined) return 'unknown reason';
  const [, description] = (errno === undefined ? undefined : getSystemErrorMap().get(errno)) ?? [];
  return description === undefined ? code : `${description} (${code})`;
}
