export { bubblewrapCommand } from './bubblewrap-command.js';
export {
  findEscapes,
  identifyPaths,
  type EscapeAttempts,
  type EscapeKind,
  type IdentifiedPath,
} from './escape-attempts.js';
export { findProgram } from './find-program.js';
export { identifySelf, isOtherProcess, type IdentifiedProcess } from './identified-process.js';
export { packageFolders } from './package-folders.js';
export type { SandboxOptions, TemporaryFolder } from './sandbox-options.js';
export { unshareCommand } from './unshare-command.js';
export { readablePaths, systemPaths, type VisiblePaths } from './visible-paths.js';
