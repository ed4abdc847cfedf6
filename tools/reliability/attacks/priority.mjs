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
  setPriority(pid, levels[isHigh ? 'high' : 'usual'][role]);
}
