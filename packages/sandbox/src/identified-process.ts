import { readFileSync } from 'node:fs';

/** A process with what identifies it: a sandbox may give its id to another one. */
export interface IdentifiedProcess {
  readonly pid: number;
  /** When it started, in ticks since the boot. Absent where the system does not report it. */
  readonly startedAt?: string;
}

/** This process. */
export function identifySelf(): IdentifiedProcess {
  const startedAt = startOf(process.pid);
  return { pid: process.pid, ...(startedAt === undefined ? {} : { startedAt }) };
}

/** Whether the process with this id is another one. False where the system does not report it. */
export function isOtherProcess({ pid, startedAt }: IdentifiedProcess): boolean {
  const start = startOf(pid);
  return start !== undefined && startedAt !== undefined && start !== startedAt;
}

function startOf(pid: number): string | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'latin1');
    // The name in parentheses may contain spaces; the fields after it do not.
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19];
  } catch {
    return undefined;
  }
}
