import { setTimeout as pause } from 'node:timers/promises';

/** How often the folder is read, in milliseconds. */
const intervalMs = 1_000;

/** Calls `onChange` when the list of files has changed, until the process ends or `signal` aborts. */
export async function watchModelFiles(
  list: () => Promise<readonly { readonly name: string }[]>,
  onChange: () => Promise<void>,
  signal: AbortSignal = new AbortController().signal,
): Promise<void> {
  const read = async (): Promise<string> => (await list()).map(({ name }) => name).join('\n');
  let before = await read();
  while (!signal.aborted) {
    await pause(intervalMs, undefined, { ref: false });
    const now = await read();
    if (now === before) continue;
    before = now;
    await onChange();
  }
}
