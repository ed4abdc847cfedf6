import type { AgentConfig } from '../agent/agent-protocol.js';
import type { CodeLimits } from '../code-executor.js';

const mebibyte = 1024 * 1024;

/** The limits as an agent takes them. */
export function configOf(limits: CodeLimits, folder: string, isolated: boolean): AgentConfig {
  const { memoryMiB, filesMiB, maxProcesses, maxOutputBytes } = limits;
  return {
    folder,
    isolated,
    memoryBytes: memoryMiB * mebibyte,
    maxFileBytes: filesMiB * mebibyte,
    maxProcesses,
    maxOutputBytes,
  };
}
