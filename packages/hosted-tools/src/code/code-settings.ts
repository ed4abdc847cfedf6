import type { CodeLimits } from './code-executor.js';

/** Limits of code and containers. */
export interface CodeSettings extends CodeLimits {
  /** Milliseconds that a call may run. */
  readonly callMs: number;
  /** Milliseconds without a call after which the processes of a container end. Its files stay. */
  readonly idleProcessMs: number;
  /** Minutes without use after which a container expires, unless the client names others. */
  readonly idleMinutes: number;
  /** Started processes that wait for a container. 0: none. */
  readonly warmProcesses: number;
  /** Containers with processes at the same time; a call beyond it ends those of a container that is idle. */
  readonly maxRunning: number;
  /** The same of one owner. */
  readonly maxRunningPerOwner: number;
  readonly maxContainersPerOwner: number;
  readonly maxFilesPerContainer: number;
}

/** Settings that the operator leaves out. */
export const defaultCodeSettings: CodeSettings = {
  memoryMiB: 1024,
  filesMiB: 256,
  maxProcesses: 64,
  maxOutputBytes: 100_000,
  callMs: 60_000,
  idleProcessMs: 5 * 60_000,
  idleMinutes: 20,
  warmProcesses: 1,
  maxRunning: 16,
  maxRunningPerOwner: 4,
  maxContainersPerOwner: 100,
  maxFilesPerContainer: 100,
};
