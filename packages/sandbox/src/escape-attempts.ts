import { accessSync, constants, readFileSync, statSync } from 'node:fs';
import { networkInterfaces } from 'node:os';

import { isOtherProcess, type IdentifiedProcess } from './identified-process.js';

/** What a process can try in order to leave its sandbox. */
export type EscapeKind = 'environment' | 'files' | 'signal' | 'network';

/** What the process tries, and what its sandbox prevents. */
export interface EscapeAttempts {
  readonly prevented: readonly EscapeKind[];
  readonly service: IdentifiedProcess;
  /** Files and folders of the service, with the numbers that identify them: a sandbox may show others under their path. */
  readonly paths: readonly IdentifiedPath[];
}

/** A file or folder with the numbers that identify it. */
export interface IdentifiedPath {
  readonly path: string;
  readonly device: number;
  readonly inode: number;
}

/** Those of `paths` that exist, with the numbers that identify them. */
export function identifyPaths(paths: readonly string[]): readonly IdentifiedPath[] {
  return paths.flatMap((path) => {
    const found = statSync(path, { throwIfNoEntry: false });
    return found === undefined ? [] : [{ path, device: found.dev, inode: found.ino }];
  });
}

/**
 * Tries to leave the sandbox in the ways that its level prevents, and returns those that succeed. A kernel or a container can
 * accept a sandbox without enforcing it, so the service trusts no level that was not tried.
 */
export function findEscapes({ prevented, service, paths }: EscapeAttempts): readonly EscapeKind[] {
  const attempts: Readonly<Record<EscapeKind, () => boolean>> = {
    environment: () => !isOtherProcess(service) && succeeds(() => readFileSync(`/proc/${service.pid}/environ`)),
    files: () => paths.some((path) => succeeds(() => requireSame(path))),
    // Signal 0 tests the right to send a signal and sends none.
    signal: () => !isOtherProcess(service) && succeeds(() => process.kill(service.pid, 0)),
    network: () => Object.values(networkInterfaces()).some((addresses) => addresses?.some(({ internal }) => !internal)),
  };
  return prevented.filter((kind) => attempts[kind]());
}

function requireSame({ path, device, inode }: IdentifiedPath): void {
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
