// What a process used, all of its threads together, as Linux counts it. Works for any process, ours or not.
import { readFileSync } from 'node:fs';

/** The kernel counts in hundredths of a second wherever it is asked through /proc. */
const tickUs = 10_000;

/** Microseconds of processor time that `pid` has used so far. */
export function processorUs(pid) {
  const stat = readFileSync(`/proc/${pid}/stat`, 'latin1');
  // The name in parentheses may hold blanks; the fields behind it do not.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return (Number(fields[11]) + Number(fields[12])) * tickUs;
}

/** Microseconds that all processors of the machine were busy so far. */
export function machineUs() {
  const [user, nice, system, , , irq, softirq, steal] = readFileSync('/proc/stat', 'latin1')
    .split('\n', 1)[0]
    .trim()
    .split(/\s+/)
    .slice(1)
    .map(Number);
  return (user + nice + system + irq + softirq + steal) * tickUs;
}

/** Most megabytes of memory that `pid` ever held at a time. */
export function peakMb(pid) {
  return Number(/VmHWM:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'latin1'))?.[1] ?? 0) / 1024;
}
