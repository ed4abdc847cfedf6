import { spawn, type ChildProcess } from 'node:child_process';
import { randomBytes } from 'node:crypto';

import type { AgentConfig } from '../agent/agent-protocol.js';
import { CappedOutput } from './capped-output.js';

/** How the process that runs Python is started. */
export interface PyodideProgram {
  readonly node: string;
  readonly program: string;
  /** Folder with the code of this package. */
  readonly code: string;
  readonly pyodide: string;
  /** Folder with wheels. */
  readonly wheels?: string;
}

const mebibyte = 1024 * 1024;
/** Characters of the longest line of an error that is shown. */
const maxErrorLine = 300;
/** Bytes of a page of WebAssembly memory. */
const pageBytes = 65_536;
/** Address space of Node besides the memory of Python; with less it does not start. */
const nodeAddressSpace = 4096 * mebibyte;

/** The process that runs Python code. It is replaced when it ends. */
export class PyodideProcess {
  readonly #child: ChildProcess;
  readonly stdout: CappedOutput;
  readonly stderr: CappedOutput;
  readonly ready: Promise<void>;
  #line = '';
  #done: ((code: number | undefined) => void) | undefined;
  #token = '';

  constructor({ node, program, code, pyodide, wheels }: PyodideProgram, config: AgentConfig) {
    const { folder, memoryBytes, maxFileBytes, maxProcesses, maxOutputBytes } = config;
    this.stdout = new CappedOutput(maxOutputBytes);
    this.stderr = new CappedOutput(maxOutputBytes);
    const limits = [
      `--as=${memoryBytes + nodeAddressSpace}`,
      `--fsize=${maxFileBytes}`,
      `--nproc=${maxProcesses}`,
      '--core=0',
    ];
    const flags = [
      ...(wheels === undefined ? [] : [`--allow-fs-read=${wheels}`]),
      ...['--permission', `--allow-fs-read=${code}`, `--allow-fs-read=${pyodide}`, `--allow-fs-read=${folder}`],
      ...[`--allow-fs-write=${folder}`, '--disallow-code-generation-from-strings', '--disable-warning=SecurityWarning'],
      `--wasm-max-mem-pages=${Math.floor(memoryBytes / pageBytes)}`,
    ];
    this.#child = spawn(
      'prlimit',
      [...limits, '--', node, ...flags, program, pyodide, folder, ...(wheels === undefined ? [] : [wheels])],
      {
        env: { HOME: folder, LANG: 'C.UTF-8' },
        cwd: folder,
        stdio: ['pipe', 'pipe', 'pipe', 'pipe'],
      },
    );
    const started = Promise.withResolvers<void>();
    this.ready = started.promise;
    this.ready.catch(() => undefined);
    this.#child.on('error', (error) => started.reject(error));
    this.#child.on('exit', (exitCode, signal) => {
      started.reject(new Error(`Pyodide does not start: ${withoutSources(this.stderr.take())}`));
      // What it has printed arrives with the end of its streams.
      this.#child.once('close', () => this.#end(exitCode ?? (signal === null ? 1 : 137), true));
    });
    this.#child.stdin?.on('error', () => undefined);
    this.#child.stdout?.on('data', (data: Buffer) => this.stdout.push(data));
    this.#child.stderr?.on('data', (data: Buffer) => this.stderr.push(data));
    this.#child.stdio[3]?.on('data', (data: Buffer) => {
      this.#line = (this.#line + data.toString('utf8')).slice(-4096);
      if (this.#line.includes('ready\n')) started.resolve();
      const found = new RegExp(`^${this.#token} (\\d{1,3})$`, 'm').exec(this.#line);
      // Output that was written before the return code has been read when the event loop comes around.
      if (this.#token !== '' && found !== null)
        setImmediate(() => setImmediate(() => this.#end(Number(found[1]), false)));
    });
  }

  /** Whether it ended, in which case the variables are lost. */
  hasEnded = false;

  /** Runs code; resolves with its return code. */
  async run(code: string): Promise<number> {
    this.#token = randomBytes(8).toString('hex');
    this.#child.kill('SIGCONT');
    const { promise, resolve } = Promise.withResolvers<number | undefined>();
    this.#done = resolve;
    this.#child.stdin?.write(`${JSON.stringify([this.#token, code])}\n`);
    return (await promise) ?? 1;
  }

  /** Without a processor until the next call. */
  pause(): void {
    this.#child.kill('SIGSTOP');
  }

  kill(): void {
    this.#child.kill('SIGKILL');
  }

  get pid(): number | undefined {
    return this.#child.pid;
  }

  #end(code: number, hasEnded: boolean): void {
    this.hasEnded ||= hasEnded;
    this.#token = '';
    this.#done?.(code);
    this.#done = undefined;
  }
}

/** An error of Node without the lines of minified code that it quotes. */
function withoutSources(text: string): string {
  return text
    .split('\n')
    .filter((line) => line.length <= maxErrorLine)
    .join('\n')
    .trim();
}
