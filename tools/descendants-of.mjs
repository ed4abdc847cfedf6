import { readdirSync, readFileSync } from 'node:fs';

/**
 * The processes that a process and its children have started and that still run. Linux only; none elsewhere.
 * @param {number} pid
 * @returns {number[]}
 */
export function descendantsOf(pid) {
  try {
    const children = readdirSync(`/proc/${pid}/task`).flatMap((task) =>
      readFileSync(`/proc/${pid}/task/${task}/children`, 'utf8').split(' ').filter(Boolean).map(Number),
    );
    return children.flatMap((child) => [child, ...descendantsOf(child)]);
  } catch {
    return [];
  }
}
