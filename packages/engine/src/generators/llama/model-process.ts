import { fork, type ChildProcess } from 'node:child_process';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

import { EngineError, toEngineError } from '../../errors/engine-error.js';
import { shuttingDown } from '../../errors/shutting-down.js';
import { ModelLoadError } from '../../errors/model-load-error.js';
import type { GenerationRequest } from '../../model/generation-request.js';
import { cancelled } from '../../errors/cancelled.js';
import type { FromWorker, RuntimeSettings, ToWorker, WorkerReply } from './process-messages.js';
import { SilenceWatch, type SilenceRules } from './silence-watch.js';

/** Receives what the model process says about one request; `lost` when the process ended before it was done. */
export interface ReplyReceiver {
  reply(reply: WorkerReply): void;
  lost(error: EngineError): void;
}

/** The work that can be asked of the process. */
export interface Work {
  readonly type: 'generate' | 'count';
  readonly owner: string;
  readonly request: GenerationRequest;
}

const program = fileURLToPath(new URL('./worker/main.js', import.meta.url));
/** Pauses before a restart, by the number of failures in a row. Milliseconds. */
const backOff = [0, 250, 1_000, 4_000, 10_000];
const loadLimit = 10 * 60_000;
/** A process that does not answer for a minute is stuck for good. */
const silence: SilenceRules = { everyMs: 15_000, most: 4 };
const keptErrorText = 4_096;
/** Tokens are short-lived; without this the young generation of each process grows by a hundred megabytes, for nothing. MiB. */
const youngGeneration = 4;
/** The only variables that the process gets: where programs and graphics libraries are. No secret is among them. */
const passedVariables = ['PATH', 'LD_LIBRARY_PATH', 'DYLD_LIBRARY_PATH', 'CUDA_VISIBLE_DEVICES', 'HIP_VISIBLE_DEVICES', 'ROCR_VISIBLE_DEVICES', 'SYSTEMROOT', 'TEMP', 'TZ', 'LANG'];

/**
 * The process that holds a model. A crash of the native engine ends that process and not the service: requests in it
 * fail with `upstream-failed`, and a new process is started at once, with growing pauses while it keeps failing.
 */
export class ModelProcess {
  readonly #settings: RuntimeSettings;
  readonly #receivers = new Map<number, ReplyReceiver>();
  #nextId = 1;
  #current: Promise<Running> | undefined;
  #failures = 0;
  #closed = false;
  readonly #closing = new AbortController();

  constructor(settings: RuntimeSettings) {
    this.#settings = settings;
  }

  /** Process id while a process runs. */
  pid: number | undefined;

  /** Starts the process if there is none. Resolves when the model is loaded. */
  async ready(): Promise<void> {
    await this.#running();
  }

  /**
   * Hands work over, as soon as the model is loaded. It always ends with a last reply or with `lost`. Returns the
   * function that cancels it: the end still comes, and from then on the process holds nothing of it.
   */
  submit(work: Work, receiver: ReplyReceiver): () => void {
    const id = this.#nextId++;
    let posted: Running | undefined;
    this.#receivers.set(id, receiver);
    this.#running().then(
      (running) => {
        if (!this.#receivers.has(id)) return;
        posted = running;
        running.post({ ...work, id });
      },
      (thrown: unknown) => this.#lose(id, toEngineError(thrown)),
    );
    return () => {
      if (!this.#receivers.has(id)) return;
      if (posted === undefined) this.#lose(id, cancelled());
      else posted.post({ type: 'cancel', id });
    };
  }

  /** Ends the process; everything in it is lost. */
  async close(): Promise<void> {
    this.#closed = true;
    this.#closing.abort();
    const running = await this.#current?.catch(() => undefined);
    await running?.end();
    this.#loseAll(new EngineError('cancelled', 'The service is shutting down.'));
  }

  #running(): Promise<Running> {
    if (this.#closed) return Promise.reject(shuttingDown());
    this.#current ??= this.#start();
    return this.#current;
  }

  async #start(): Promise<Running> {
    try {
      const delay = backOff[Math.min(this.#failures, backOff.length - 1)] ?? 0;
      if (delay > 0) await pause(delay, undefined, { signal: this.#closing.signal });
      const running = await Running.load(this.#settings, {
        reply: (reply) => this.#receive(reply),
        exited: (reason) => this.#exited(reason),
        signal: this.#closing.signal,
      });
      this.pid = running.pid;
      return running;
    } catch (thrown) {
      this.#failures += 1;
      this.#current = undefined;
      throw new EngineError('upstream-failed', 'The model could not be loaded.', { cause: thrown });
    }
  }

  #receive(reply: WorkerReply): void {
    const receiver = this.#receivers.get(reply.id);
    if (reply.type !== 'events') {
      this.#receivers.delete(reply.id);
      this.#failures = 0;
    }
    receiver?.reply(reply);
  }

  /** A loaded process ended without being asked to. */
  #exited(reason: string): void {
    this.pid = undefined;
    this.#current = undefined;
    this.#loseAll(new EngineError('upstream-failed', 'The model process ended unexpectedly. It is being restarted; the request can be sent again.', { cause: reason, retryable: true }));
    this.#failures += 1;
    if (!this.#closed) void this.#running().catch(() => undefined);
  }

  #loseAll(error: EngineError): void {
    for (const id of this.#receivers.keys()) this.#lose(id, error);
  }

  #lose(id: number, error: EngineError): void {
    const receiver = this.#receivers.get(id);
    this.#receivers.delete(id);
    receiver?.lost(error);
  }
}

interface RunningEvents {
  readonly reply: (reply: WorkerReply) => void;
  readonly exited: (reason: string) => void;
  readonly signal: AbortSignal;
}

/** One started process. */
class Running {
  readonly #child: ChildProcess;
  #errorText = '';
  #expected = false;
  #watch: SilenceWatch | undefined;

  private constructor(child: ChildProcess) {
    this.#child = child;
  }

  get pid(): number | undefined {
    return this.#child.pid;
  }

  static async load(settings: RuntimeSettings, events: RunningEvents): Promise<Running> {
    const child = fork(program, [], {
      env: { ...passedEnvironment(), OMP_WAIT_POLICY: 'passive' },
      execArgv: ['--disable-warning=ExperimentalWarning', `--max-semi-space-size=${youngGeneration}`],
      serialization: 'advanced',
      stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
    });
    const running = new Running(child);
    child.stderr?.on('data', (data: Buffer) => {
      running.#errorText = (running.#errorText + data.toString('utf8')).slice(-keptErrorText);
    });
    try {
      await running.#loaded(settings, events.signal);
    } catch (thrown) {
      running.#expected = true;
      child.kill('SIGKILL');
      throw thrown;
    }
    running.#attach(events);
    return running;
  }

  post(message: ToWorker): void {
    // A send that fails means that the process is gone; its exit tells everybody.
    if (this.#child.connected) this.#child.send(message, () => undefined);
  }

  async end(): Promise<void> {
    this.#expected = true;
    this.#watch?.stop();
    if (this.#child.exitCode !== null || this.#child.signalCode !== null) return;
    const exited = new Promise<void>((resolve) => this.#child.once('exit', () => resolve()));
    // It has nothing to put in order, and takes no notice of a gentler signal.
    this.#child.kill('SIGKILL');
    await exited;
  }

  #loaded(settings: RuntimeSettings, signal: AbortSignal): Promise<void> {
    const child = this.#child;
    return new Promise<void>((resolve, reject) => {
      const limit = setTimeout(() => settle(new ModelLoadError('Loading the model took too long.')), loadLimit);
      const settle = (failure?: Error): void => {
        clearTimeout(limit);
        child.removeAllListeners('message').removeAllListeners('exit').removeAllListeners('error');
        child.on('error', () => undefined);
        signal.removeEventListener('abort', stop);
        if (failure === undefined) resolve();
        else reject(failure);
      };
      const stop = (): void => settle(new Error('The service is shutting down.'));
      signal.addEventListener('abort', stop);
      child.on('error', settle);
      child.on('exit', (code, name) => settle(new ModelLoadError(this.#lastWords(code, name))));
      child.on('message', (message: FromWorker) => {
        if (message.type === 'ready') settle();
        else if (message.type === 'load-failed') settle(new ModelLoadError(message.reason, message.stack));
      });
      this.post({ type: 'load', settings });
    });
  }

  #attach(events: RunningEvents): void {
    const child = this.#child;
    child.on('message', (message: FromWorker) => {
      this.#watch?.heard();
      if (message.type === 'replies') message.replies.forEach(events.reply);
    });
    child.on('exit', (code, name) => {
      this.#watch?.stop();
      if (!this.#expected) events.exited(this.#lastWords(code, name));
    });
    // It may have ended between the two listeners.
    if (child.exitCode !== null || child.signalCode !== null) queueMicrotask(() => events.exited(this.#lastWords(child.exitCode, child.signalCode)));
    this.#watch = new SilenceWatch(silence, () => this.post({ type: 'ping' }), () => child.kill('SIGKILL'));
  }

  #lastWords(code: number | null, name: NodeJS.Signals | null): string {
    return `The model process ended (code ${code ?? 'none'}, signal ${name ?? 'none'}). ${this.#errorText}`;
  }
}

function passedEnvironment(): NodeJS.ProcessEnv {
  return Object.fromEntries(passedVariables.flatMap((name) => (process.env[name] === undefined ? [] : [[name, process.env[name]]])));
}
