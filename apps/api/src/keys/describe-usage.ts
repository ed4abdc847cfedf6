import { type StoredBytes, totalBytes } from '@org/engine';

/** What an owner stores, a line for each kind. */
export function describeUsage(owner: string, stored: StoredBytes): string {
  const { responses, conversations, files } = stored;
  const lines = [
    [totalBytes(stored), `bytes of ${owner}`],
    [responses, 'responses and batches'],
    [conversations, 'conversations'],
    [files, 'files'],
  ] as const;
  return lines.map(([bytes, what]) => `${String(bytes).padStart(16)}  ${what}`).join('\n');
}
