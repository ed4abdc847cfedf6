import { identifyPaths, identifySelf, type EscapeAttempts } from '@org/sandbox';

import { preventedEscapes, type SandboxLevel } from './sandbox-level.js';

/** What the process of a model tries, for a service that must protect `paths`. Paths that do not exist are left out. */
export function escapeAttempts(level: SandboxLevel, paths: readonly string[]): EscapeAttempts {
  return { prevented: preventedEscapes[level], service: identifySelf(), paths: identifyPaths(paths) };
}
