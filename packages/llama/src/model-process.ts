import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

import { cancelled, EngineError, ModelLoadError, shuttingDown, toEngineError } from '@org/engine';
import type { FromWorker, LoadedOn, RuntimeSettings, ToWorker, Work, WorkerReply } from './process-messages.js';
import { packMessage } from './exact-message.js';
import { driverCaches } from './driver-caches.js';
import { requireLlamaCpp } from './require-llama-cpp.js';
import { StderrTail } from './stderr-tail.js';
import { escapeAttempts } from './sandbox/escape-attempts.js';
import { sandboxCandidates, type SandboxCommand } from './sandbox/sandbox-candidates.js';
import { startSandboxed } from './sandbox/start-sandboxed.js';
import { graphicsDevices } from './sandbox/visible-paths.js';
import { SilenceMonitor, type SilenceRules } from './silence-monitor.js';

/**
 * Receives the replies of the model process for one request; `lost` when the process ended before the request was
 * done.
 */
export interface ReplyReceiver {
  reply(reply: WorkerReply): void;
  lost(error: EngineError): void;
}

const program = fileURLToPath(new URL('./worker/main.js', import.meta.url));
/** Pauses before a restart, by the number of failures in a row. Milliseconds. */
const backOff = [0, 250, 1_000, 4_000, 10_000];
const loadLimit = 10 * 60_000;
/** For the program to start in its sandbox, before it loads the model. Milliseconds. */
const startLimit = 60_000;
/** A process that does not respond for a minute is considered hung. */
const silence: SilenceRules = { intervalMs: 15_000, maxUnanswered: 4 };
/**
 * Size of the young generation, in MiB. Tokens are short-lived; without this limit the young generation of each
 * process grows by a hundred megabytes without benefit.
 */
const youngGeneration = 4;
const nodeOptions = [
  '--disable-warning=ExperimentalWarning',
  `--max-semi-space-size=${youngGeneration}`,
  // V8 collects old objects when they have doubled, in place of several times their size.
  '--heap-growing-percent=100',
];
/**
 * The only variables that the process gets: where programs, graphics libraries and what drivers have compiled are, and which graphics
 * processors to use. No secret is among them.
 */
const passedVariables = [
  ...['PATH', 'SYSTEMROOT', 'TEMP', 'TZ', 'LANG', 'LD_LIBRARY_PATH', 'DYLD_LIBRARY_PATH'],
  ...[
    'CUDA_VISIBLE_DEVICES',
    'CUDA_DEVICE_ORDER',
    'CUDA_PATH',
    'CUDA_CACHE_PATH',
    'CUDA_CACHE_MAXSIZE',
    'HIP_VISIBLE_DEVICES',
    'ROCR_VISIBLE_DEVICES',
  ],
  ...['VK_DRIVER_FILES', 'VK_ICD_FILENAMES', 'VK_ADD_DRIVER_FILES', 'XDG_DATA_DIRS', 'GGML_VK_VISIBLE_DEVICES'],
  ...[
    '__GL_SHADER_DISK_CACHE',
    '__GL_SHADER_DISK_CACHE_PATH',
    '__GL_SHADER_DISK_CACHE_SIZE',
    'MESA_SHADER_CACHE_DIR',
    'MESA_SHADER_CACHE_MAX_SIZE',
  ],
];

/**
 * The process that runs a model. A crash of the native engine ends that process and not the service: its requests
 * fail with `upstream-failed`, and a new process starts at once, with increasing delays after repeated failures.
 */
export class ModelProcess {
  readonly #settings: RuntimeSettings;
  readonly #onLoaded: (on: LoadedOn) => void;
  readonly #receivers = new Map<number, ReplyReceiver>();
  #nextId = 1;
  #current: Promise<Running> | undefined;
  #failures = 0;
  readonly #closing = new AbortController();

  /** `onLoaded` is called every time the process has loaded the model. */
  constructor(settings: RuntimeSettings, onLoaded: (on: LoadedOn) => void = () => undefined) {
    this.#settings = settings;
    this.#onLoaded = onLoaded;
  }

  /** Process id while a process runs. */
  pid: number | undefined;

  /** Starts the process if there is none. Resolves when the model is loaded. */
  async ready(): Promise<void> {
    await this.#running();
  }

  /**
   * Submits work as soon as the model is loaded. It always ends with a last reply or with `lost`. Returns the
   * function that cancels it: the end still arrives, and from then on the process holds no state for it.
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
      (thrown: unknown) => this.#fail(id, toEngineError(thrown)),
    );
    return () => {
      if (!this.#receivers.has(id)) return;
      if (posted === undefined) this.#fail(id, cancelled());
      else posted.post({ type: 'cancel', id });
    };
  }

  /** Ends the process; everything in it is lost. */
  async close(): Promise<void> {
    this.#closing.abort();
    const running = await this.#current?.catch(() => undefined);
    await running?.end();
    this.#failAll(new EngineError('cancelled', 'The service is shutting down.'));
  }

  #running(): Promise<Running> {
    if (this.#closing.signal.aborted) return Promise.reject(shuttingDown());
    this.#current ??= this.#start();
    return this.#current;
  }

  async #start(): Promise<Running> {
    try {
      const delay = backOff[Math.min(this.#failures, backOff.length - 1)] ?? 0;
      if (delay > 0) await pause(delay, undefined, { signal: this.#closing.signal });
      const running = await Running.load(this.#settings, this.#closing.signal, {
        loaded: this.#onLoaded,
        reply: (reply) => this.#receive(reply),
        exited: (reason) => this.#exited(reason),
      });
      this.pid = running.pid;
      return running;
    } catch (thrown) {
      this.#failures += 1;
      this.#current = undefined;
      throw new EngineError('upstream-failed', 'The service could not load the model.', { cause: thrown });
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
    this.#failAll(
      new EngineError(
        'upstream-failed',
        'The model process ended unexpectedly. The service restarts it; retry the request.',
        { cause: reason, retryable: true },
      ),
    );
    this.#failures += 1;
    if (!this.#closing.signal.aborted) void this.#running().catch(() => undefined);
  }

  #failAll(error: EngineError): void {
    for (const id of this.#receivers.keys()) this.#fail(id, error);
  }

  #fail(id: number, error: EngineError): void {
    const receiver = this.#receivers.get(id);
    this.#receivers.delete(id);
    receiver?.lost(error);
  }
}

interface RunningEvents {
  readonly loaded: (on: LoadedOn) => void;
  readonly reply: (reply: WorkerReply) => void;
  /** It was loaded, and ended without being asked to. */
  readonly exited: (reason: string) => void;
}

/** How a process is started. */
interface ProcessStart extends SandboxCommand {
  readonly environment: NodeJS.ProcessEnv;
}

/** A started process. */
class Running {
  readonly #child: ChildProcess;
  /** Resolves when the program runs in its sandbox. */
  readonly #started = Promise.withResolvers<void>();
  readonly #loaded = Promise.withResolvers<LoadedOn>();
  readonly #stderrTail = new StderrTail();
  /** Runs from when it is loaded until it ends or is to end. */
  #watch: SilenceMonitor | undefined;

  private constructor({ command, uid, variables, environment }: ProcessStart, events: RunningEvents) {
    const [file = '', ...args] = command;
    this.#child = spawn(file, args, {
      env: { ...environment, ...variables },
      ...(uid === undefined ? {} : { uid, gid: uid }),
      serialization: 'advanced',
      stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
    });
    // A process that ends before it has started or loaded rejects both; each has one reader at a time.
    this.#started.promise.catch(() => undefined);
    this.#loaded.promise.catch(() => undefined);
    this.#child.stderr?.setEncoding('utf8').on('data', (data: string) => this.#stderrTail.push(data));
    this.#child.on('message', (message: FromWorker) => this.#receive(message, events));
    this.#child.on('error', (error) => this.#fail(error));
    this.#child.on('exit', (code, name) => {
      const reason =
        `The model process ended (code ${code ?? 'none'}, signal ${name ?? 'none'}). ${this.#stderrTail.text}`.trimEnd();
      if (this.#watch === undefined) return this.#fail(new ModelLoadError(reason));
      this.#stopWatching();
      events.exited(reason);
    });
  }

  get pid(): number | undefined {
    return this.#child.pid;
  }

  /**
   * Resolves when the model is loaded. When loading fails or `signal` aborts, the process has ended and its resources
   * are freed.
   */
  static async load(settings: RuntimeSettings, signal: AbortSignal, events: RunningEvents): Promise<Running> {
    requireLlamaCpp();
    const { gpu, compiledFolder, sandbox, privatePaths } = settings;
    const environment = {
      ...(gpu ? driverCaches(compiledFolder) : {}),
      ...passedEnvironment(),
      OMP_WAIT_POLICY: 'passive',
    };
    const machine = { platform: process.platform, uid: process.getuid?.(), environment };
    const candidates = sandboxCandidates(settings, { node: [process.execPath, ...nodeOptions], program }, machine);
    const { started: running, report } = await startSandboxed(sandbox, candidates, async (command, { level }) => {
      signal.throwIfAborted();
      const starting = new Running({ ...command, environment }, events);
      starting.post({ type: 'load', settings, attempts: escapeAttempts(level, privatePaths) });
      await starting.#settled(starting.#started.promise, startLimit, signal);
      if (gpu && level !== 'none' && graphicsDevices().length > 0) await starting.#usesGpu(signal);
      return starting;
    });
    const on = await running.#settled(running.#loaded.promise, loadLimit, signal);
    events.loaded({ ...on, sandbox: report });
    return running;
  }

  /** Drivers read files that differ by machine, so a sandbox counts only when the engine finds a graphics processor in it. */
  async #usesGpu(signal: AbortSignal): Promise<void> {
    const { gpu } = await this.#settled(this.#loaded.promise, loadLimit, signal);
    if (gpu !== undefined) return;
    await this.end();
    throw new Error('the engine finds no graphics processor in it');
  }

  /** Ends the process unless `promise` resolves in time and before `signal` aborts. */
  async #settled<T>(promise: Promise<T>, limitMs: number, signal: AbortSignal): Promise<T> {
    const given = Promise.withResolvers<never>();
    const limit = setTimeout(() => given.reject(new ModelLoadError('Loading the model took too long.')), limitMs);
    const stop = (): void => given.reject(shuttingDown());
    signal.addEventListener('abort', stop);
    try {
      return await Promise.race([promise, given.promise]);
    } catch (thrown) {
      await this.end();
      throw thrown;
    } finally {
      clearTimeout(limit);
      signal.removeEventListener('abort', stop);
    }
  }

  #fail(error: Error): void {
    this.#started.reject(error);
    this.#loaded.reject(error);
  }

  post(message: ToWorker): void {
    // A failed send means that the process has ended; its exit event notifies all receivers.
    if (this.#child.connected) this.#child.send(packMessage(message), () => undefined);
  }

  async end(): Promise<void> {
    this.#stopWatching();
    const { pid, exitCode, signalCode } = this.#child;
    if (pid === undefined || exitCode !== null || signalCode !== null) return;
    const exited = once(this.#child, 'exit');
    // The process has nothing to clean up and ignores gentler signals.
    this.#child.kill('SIGKILL');
    await exited;
  }

  #receive(message: FromWorker, { reply }: RunningEvents): void {
    this.#watch?.onResponse();
    switch (message.type) {
      case 'started': {
        const { escapes } = message;
        return escapes.length === 0
          ? this.#started.resolve()
          : this.#started.reject(new Error(`it does not prevent access to: ${escapes.join(', ')}`));
      }
      case 'ready':
        this.#watch = new SilenceMonitor(
          silence,
          () => this.post({ type: 'ping' }),
          () => this.#child.kill('SIGKILL'),
        );
        return this.#loaded.resolve(message.on);
      case 'load-failed':
        return this.#loaded.reject(new ModelLoadError(message.reason, message.stack));
      case 'replies':
        return message.replies.forEach(reply);
      case 'pong':
    }
  }

  #stopWatching(): void {
    this.#watch?.stop();
    this.#watch = undefined;
  }
}

function passedEnvironment(): NodeJS.ProcessEnv {
  return Object.fromEntries(
    passedVariables.flatMap((name) => (process.env[name] === undefined ? [] : [[name, process.env[name]]])),
  );
}
