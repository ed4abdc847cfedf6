import { parserProcesses } from './process/parser-processes.js';

const limits = { timeoutMs: 2_000, maxMemoryMiB: 512 };

/**
 * Whether a robots.txt lets `userAgent` read `url`. Matching takes time in the product of both lengths, so it runs in
 * another process; rules that take longer than two seconds allow nothing.
 */
export async function checkRobots(
  robots: { readonly location: string; readonly text: string },
  url: string,
  userAgent: string,
  signal: AbortSignal,
): Promise<boolean> {
  const result = await parserProcesses.run({ type: 'robots', ...robots, url, userAgent }, limits, { signal });
  return result.type === 'robots' && result.isAllowed;
}
