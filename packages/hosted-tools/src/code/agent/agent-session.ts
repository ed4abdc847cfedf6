import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';

import { arrayOf, asText, countOf, isObject, memberOf, textOf, type JsonObject } from '@org/engine';
import type { CodeCall, CodeOutput, CodeSession, FileSlice, ProbeAttempts } from '../code-executor.js';
import type { AgentRequest } from './agent-protocol.js';

/** How to start the agent. */
export interface AgentCommand {
  readonly command: readonly string[];
  readonly environment: Readonly<Record<string, string>>;
  /** Removes what `command` started. It runs when `command` has ended. */
  readonly removeCommand?: readonly string[];
  /** User and group of the process. Default: those of the service. */
  readonly uid?: number;
}

/** Bytes of a line of the agent; code that writes there can send any number. */
const maxLineBytes = 8 * 1024 * 1024;
/** The agent ends code at its time limit. When it does not, the service ends all processes this much later. */
const overtimeMs = 3_000;
const replyMs = 20_000;
const startMs = 60_000;
const maxErrorLength = 2_000;
/** Milliseconds that a removal may take. */
const removeMs = 20_000;

interface Waiting {
  readonly resolve: (reply: JsonObject) => void;
  readonly reject: (error: Error) => void;
}

/** A sandbox with its agent. The service reads what it reports like any input from outside. */
export class AgentSession implements CodeSession {
  readonly #child: ChildProcess;
  readonly #waiting = new Map<number, Waiting>();
  #remove: (() => Promise<void>) | undefined;
  /** Resolves when nothing is left of what the command started. */
  #removed: Promise<void> = Promise.resolve();
  readonly #ended = Promise.withResolvers<void>();
  #nextId = 1;
  #line: Buffer[] = [];
  #lineBytes = 0;
  #errorText = '';
  #failure: Error | undefined;
  /** Resolves when the previous request has ended. */
  #last: Promise<unknown> = Promise.resolve();

  private constructor({ command, environment, removeCommand, uid }: AgentCommand) {
    this.#remove = removeCommand === undefined ? undefined : () => runToEnd(removeCommand, environment);
    const [file = '', ...args] = command;
    this.#child = spawn(file, args, {
      env: environment,
      // A signal to the process group of the service must not end code: the service decides when it ends.
      detached: true,
      stdio: ['pipe', 'pipe', 'pipe'],
      ...(uid === undefined ? {} : { uid, gid: uid }),
    });
    this.#child.on('error', (error) => this.#fail(error));
    this.#child.on('close', () =>
      this.#fail(new Error(`The processes of the container ended. ${this.#errorText}`.trimEnd())),
    );
    this.#child.stdin?.on('error', () => undefined);
    this.#child.stdout?.on('data', (data: Buffer) => this.#receive(data));
    this.#child.stderr?.setEncoding('utf8').on('data', (data: string) => {
      this.#errorText = (this.#errorText + data).slice(-maxErrorLength);
    });
  }

  /** Starts the agent and waits until it can run code. Rejects with the reason, and all its processes have ended. */
  static async start(command: AgentCommand): Promise<AgentSession> {
    const session = new AgentSession(command);
    try {
      await session.#reply(0, startMs);
      return session;
    } catch (thrown) {
      await session.stop();
      throw thrown;
    }
  }

  get isAlive(): boolean {
    return this.#failure === undefined;
  }

  /** Resolves when its processes have ended or are to end. */
  get ended(): Promise<void> {
    return this.#ended.promise;
  }

  /** Process id of the sandbox. */
  get pid(): number | undefined {
    return this.#child.pid;
  }

  async run({ language, code, limitMs, signal }: CodeCall): Promise<CodeOutput> {
    signal?.throwIfAborted();
    const abort = (): void => this.#kill(toError(signal?.reason));
    signal?.addEventListener('abort', abort, { once: true });
    try {
      return toOutput(await this.#ask({ op: 'run', language, code, limitMs }, limitMs + overtimeMs));
    } finally {
      signal?.removeEventListener('abort', abort);
    }
  }

  async readFile(path: string, offset: number, length: number): Promise<FileSlice> {
    const reply = await this.#ask({ op: 'read', path, offset, length });
    const bytes = Buffer.from(textOf(reply['data']), 'base64').subarray(0, length);
    return { bytes, size: countOf(reply['size']) ?? 0 };
  }

  async writeFile(path: string, offset: number, bytes: Uint8Array): Promise<void> {
    await this.#ask({ op: 'write', path, offset, data: Buffer.from(bytes).toString('base64') });
  }

  async removeFile(path: string): Promise<void> {
    await this.#ask({ op: 'remove', path });
  }

  async markFiles(): Promise<void> {
    await this.#ask({ op: 'mark' });
  }

  async probe(attempts: ProbeAttempts): Promise<readonly string[]> {
    const reply = await this.#ask({ op: 'probe', ...attempts });
    const escapes = reply['escapes'];
    if (!Array.isArray(escapes)) throw new Error('The agent did not try to leave the sandbox.');
    return escapes.map(String);
  }

  async stop(): Promise<void> {
    this.#kill(new Error('The container was stopped.'));
    const { pid, exitCode, signalCode } = this.#child;
    if (pid !== undefined && exitCode === null && signalCode === null)
      await once(this.#child, 'exit').catch(() => undefined);
    await this.#removed;
  }

  async #ask(request: AgentRequest, limitMs = replyMs): Promise<JsonObject> {
    const asked = this.#last.then(async () => {
      if (this.#failure !== undefined) throw this.#failure;
      const id = this.#nextId++;
      const replied = this.#reply(id, limitMs);
      this.#child.stdin?.write(`${JSON.stringify({ id, ...request })}\n`);
      const reply = await replied;
      const error = asText(reply['error']);
      if (error !== undefined) throw new Error(error);
      return reply;
    });
    this.#last = asked.catch(() => undefined);
    return asked;
  }

  async #reply(id: number, limitMs: number): Promise<JsonObject> {
    if (this.#failure !== undefined) throw this.#failure;
    const { promise, resolve, reject } = Promise.withResolvers<JsonObject>();
    this.#waiting.set(id, { resolve, reject });
    const limit = setTimeout(() => this.#kill(new Error(`The container did not reply in ${limitMs} ms.`)), limitMs);
    try {
      return await promise;
    } finally {
      clearTimeout(limit);
      this.#waiting.delete(id);
    }
  }

  #receive(data: Buffer): void {
    let rest = data;
    for (let end = rest.indexOf(10); end >= 0; end = rest.indexOf(10)) {
      const line = Buffer.concat([...this.#line, rest.subarray(0, end)]);
      [this.#line, this.#lineBytes, rest] = [[], 0, rest.subarray(end + 1)];
      this.#receiveLine(line.toString('utf8'));
    }
    if (rest.length === 0) return;
    this.#lineBytes += rest.length;
    if (this.#lineBytes > maxLineBytes) return this.#kill(new Error('The container sent too much.'));
    this.#line.push(rest);
  }

  #receiveLine(line: string): void {
    try {
      const reply: unknown = JSON.parse(line);
      if (!isObject(reply) || typeof reply['id'] !== 'number') throw new Error('not a reply');
      this.#waiting.get(reply['id'])?.resolve(reply);
    } catch {
      this.#kill(new Error('The container sent something else than a reply.'));
    }
  }

  /** Ends all processes at once. A process namespace ends with its first process. */
  #kill(reason: Error): void {
    const { pid, exitCode, signalCode } = this.#child;
    if (pid !== undefined && exitCode === null && signalCode === null) {
      try {
        process.kill(-pid, 'SIGKILL');
      } catch {
        this.#child.kill('SIGKILL');
      }
    }
    this.#fail(reason);
  }

  #fail(reason: Error): void {
    this.#failure ??= reason;
    if (this.#remove !== undefined) this.#removed = this.#remove();
    this.#remove = undefined;
    for (const { reject } of this.#waiting.values()) reject(this.#failure);
    this.#waiting.clear();
    this.#ended.resolve();
    this.#child.stdin?.destroy();
    this.#child.stdout?.destroy();
  }
}

/** Runs a command whose failure changes nothing: there may be nothing to end. */
async function runToEnd([file = '', ...args]: readonly string[], env: Readonly<Record<string, string>>): Promise<void> {
  const limit = { timeout: removeMs, killSignal: 'SIGKILL' } as const;
  const child = spawn(file, args, { env, detached: true, stdio: 'ignore', ...limit });
  await once(child, 'exit').catch(() => undefined);
}

function toOutput({ reason, returnCode, ...reply }: JsonObject): CodeOutput {
  return {
    stdout: textOf(reply['stdout']),
    stderr: textOf(reply['stderr']),
    returnCode: typeof returnCode === 'number' ? Math.trunc(returnCode) : 1,
    ...(reason === 'time' || reason === 'memory' ? { reason } : {}),
    variablesLost: reply['variablesLost'] === true,
    changed: arrayOf(reply['changed']).flatMap((file) => {
      const path = textOf(memberOf(file, 'path'));
      return isWorkPath(path) ? [{ path, bytes: countOf(memberOf(file, 'bytes')) ?? 0 }] : [];
    }),
    removed: arrayOf(reply['removed']).map(textOf).filter(isWorkPath),
    skipped: countOf(reply['skipped']) ?? 0,
  };
}

/** Whether a path is relative to the work folder and stays within it. */
export function isWorkPath(path: string): boolean {
  return path.length <= 400 && path.isWellFormed() && path.split('/').every(isPathPart);
}

function isPathPart(part: string): boolean {
  // oxlint-disable-next-line no-control-regex
  return part !== '' && part !== '.' && part !== '..' && !/[\u0000-\u001f\u007f\\]/.test(part);
}

function toError(reason: unknown): Error {
  return reason instanceof Error ? reason : new Error('The call was cancelled.');
}
