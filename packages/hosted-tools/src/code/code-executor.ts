import type { IdentifiedPath, IdentifiedProcess } from '@org/sandbox';

/** What runs code in a place of its own. Every executor passes `test/code/escapes.spec`. */
export interface CodeExecutor {
  /** For the log, such as `python in namespaces by bubblewrap`. */
  readonly name: string;
  readonly languages: ReadonlySet<'python' | 'bash'>;
  /** For the model: the version of Python, and what is missing. */
  readonly description: string;
  /** Where code finds its files. */
  readonly folder: string;
  /** Starts the processes of one container. Throws an Error with the reason where they do not start. */
  start(limits: CodeLimits): Promise<CodeSession>;
}

/** Limits of the processes of a container. */
export interface CodeLimits {
  /** MiB of memory of all processes together, without files. */
  readonly memoryMiB: number;
  /** MiB of files in the work folder, and as much again in `/tmp`. */
  readonly filesMiB: number;
  readonly maxProcesses: number;
  /** Bytes of each of stdout and stderr that a call returns. */
  readonly maxOutputBytes: number;
}

/** The processes of a container. Calls wait for each other. */
export interface CodeSession {
  /** False once its processes have ended: every call then rejects. */
  readonly isAlive: boolean;
  /** Runs code and waits for its end. Rejects when the processes ended, or with `signal`'s reason, which ends them. */
  run(call: CodeCall): Promise<CodeOutput>;
  /** Bytes of a regular file from `offset`, at most `length`. Rejects where there is none. Links are not followed. */
  readFile(path: string, offset: number, length: number): Promise<FileSlice>;
  /** Writes bytes from `offset`; 0 replaces the file. */
  writeFile(path: string, offset: number, bytes: Uint8Array): Promise<void>;
  removeFile(path: string): Promise<void>;
  /** The files as they are now are no changes of the next call. */
  markFiles(): Promise<void>;
  /** Tries to leave the sandbox, and returns what succeeded. */
  probe(attempts: ProbeAttempts): Promise<readonly string[]>;
  /** Ends all processes; never throws. */
  stop(): Promise<void>;
}

/** What a probe tries to reach from inside a sandbox. */
export interface ProbeAttempts {
  readonly service: IdentifiedProcess;
  readonly paths: readonly IdentifiedPath[];
  /** A server of the service listens there on 127.0.0.1. */
  readonly port: number;
}

/** Code or a command to run. */
export interface CodeCall {
  readonly language: 'python' | 'bash';
  readonly code: string;
  readonly limitMs: number;
  readonly signal?: AbortSignal;
}

/** A part of a file. */
export interface FileSlice {
  readonly bytes: Uint8Array;
  /** Bytes of the complete file. */
  readonly size: number;
}

/** What a call left. Paths are relative to the work folder, with `/`. */
export interface CodeOutput {
  readonly stdout: string;
  readonly stderr: string;
  readonly returnCode: number;
  /** The limit that ended it. */
  readonly reason?: 'time' | 'memory';
  /** The Python process ended, with all variables. */
  readonly variablesLost: boolean;
  readonly changed: readonly { readonly path: string; readonly bytes: number }[];
  readonly removed: readonly string[];
  /** Number of entries that are no plain files: links, devices, unprintable names. */
  readonly skipped: number;
}
