import { readdirSync } from 'node:fs';
import { setPriority } from 'node:os';

/**
 * The `nice` value of each process. The attacker comes last, because a real one has a machine of its own. With a high
 * priority, other programs of the machine have little influence on the figures.
 */
const levels = {
  usual: { service: 0, observer: 0, attacker: 10 },
  high: { service: -10, observer: -15, attacker: -5 },
};

/**
 * @param {'service' | 'observer' | 'attacker'} role
 * @param {number} pid
 * @param {boolean} isHigh needs the rights of root
 */
export function setPriorityOf(role, pid, isHigh) {
  // On Linux a priority is that of one thread; later threads inherit it.
  for (const thread of threadsOf(pid)) setPriority(thread, levels[isHigh ? 'high' : 'usual'][role]);
}

function threadsOf(pid) {
  try {
    return readdirSync(`/proc/${pid}/task`).map(Number);
  } catch {
    return [pid];
  }
}
