// What a process used, all of its threads together, as Linux counts it. Works for any process.
import { readFileSync } from 'node:fs';

/** The kernel counts in hundredths of a second in all files of /proc. */
const tickUs = 10_000;

/** CPU time used by `pid` so far, in microseconds. */
export function processorUs(pid) {
  const stat = readFileSync(`/proc/${pid}/stat`, 'latin1');
  // The name in parentheses may contain spaces; the fields after it do not.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return (Number(fields[11]) + Number(fields[12])) * tickUs;
}

/** Busy time of all processors of the machine so far, in microseconds. */
export function machineUs() {
  const [user, nice, system, , , irq, softirq, steal] = readFileSync('/proc/stat', 'latin1')
    .split('\n', 1)[0]
    .trim()
    .split(/\s+/)
    .slice(1)
    .map(Number);
  return (user + nice + system + irq + softirq + steal) * tickUs;
}

/** Peak memory use of `pid`, in megabytes. */
export function peakMb(pid) {
  return Number(/VmHWM:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'latin1'))?.[1] ?? 0) / 1024;
}
