import { accessSync, constants, readFileSync, statSync } from 'node:fs';
import { networkInterfaces } from 'node:os';

import { preventedEscapes, type EscapeAttempts, type EscapeKind, type SandboxLevel } from './sandbox-level.js';

/** What the process of a model tries, for a service that must protect `paths`. Paths that do not exist are left out. */
export function escapeAttempts(level: SandboxLevel, paths: readonly string[]): EscapeAttempts {
  return {
    prevented: preventedEscapes[level],
    servicePid: process.pid,
    paths: paths.flatMap((path) => {
      const found = statSync(path, { throwIfNoEntry: false });
      return found === undefined ? [] : [{ path, device: found.dev, inode: found.ino }];
    }),
  };
}

/**
 * Tries to leave the sandbox in the ways that its level prevents, and returns those that succeed. A kernel or a container can
 * accept a sandbox without enforcing it, so the service trusts no level that was not tried.
 */
export function findEscapes({ prevented, servicePid, paths }: EscapeAttempts): readonly EscapeKind[] {
  const attempts: Readonly<Record<EscapeKind, () => boolean>> = {
    environment: () => succeeds(() => readFileSync(`/proc/${servicePid}/environ`)),
    files: () => paths.some((path) => succeeds(() => requireSame(path))),
    // Signal 0 tests the right to send a signal and sends none.
    signal: () => succeeds(() => process.kill(servicePid, 0)),
    network: () => Object.values(networkInterfaces()).some((addresses) => addresses?.some(({ internal }) => !internal)),
  };
  return prevented.filter((kind) => attempts[kind]());
}

function requireSame({ path, device, inode }: EscapeAttempts['paths'][number]): void {
  accessSync(path, constants.R_OK);
  const { dev, ino } = statSync(path);
  if (dev !== device || ino !== inode) throw new Error('The sandbox has a path of its own there.');
}

function succeeds(attempt: () => unknown): boolean {
  try {
    attempt();
    return true;
  } catch {
    return false;
  }
}
