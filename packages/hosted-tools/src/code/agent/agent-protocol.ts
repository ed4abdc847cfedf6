// What the service and the agent in a sandbox send each other: one JSON object a line.
import type { IdentifiedPath, IdentifiedProcess } from '@org/sandbox';

/** How an agent is started. */
export interface AgentConfig {
  /** The work folder. */
  readonly folder: string;
  /** The agent is process 1 of a process namespace, so it may end every process that it sees. */
  readonly isolated: boolean;
  /** Bytes of memory of each process, and of all together. */
  readonly memoryBytes: number;
  readonly maxFileBytes: number;
  readonly maxProcesses: number;
  /** Of each of stdout and stderr in one call. */
  readonly maxOutputBytes: number;
}

/** What the service asks of the agent. Replies come in order; `id` is that of the request. */
export type AgentRequest =
  | { readonly op: 'run'; readonly language: 'python' | 'bash'; readonly code: string; readonly limitMs: number }
  | { readonly op: 'read'; readonly path: string; readonly offset: number; readonly length: number }
  | { readonly op: 'write'; readonly path: string; readonly offset: number; readonly data: string }
  | { readonly op: 'remove'; readonly path: string }
  /** The files as they are now are no changes of the next call. */
  | { readonly op: 'mark' }
  /** Tries to leave the sandbox. `port`: of a server of the service on 127.0.0.1. */
  | {
      readonly op: 'probe';
      readonly service: IdentifiedProcess;
      readonly paths: readonly IdentifiedPath[];
      readonly port: number;
    };
