import { stat } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { setTimeout as pause } from 'node:timers/promises';

import {
  cancelled,
  EngineError,
  type GenerationEvent,
  type GenerationRequest,
  type LanguageModel,
  type InputCount,
  type ModelInfo,
  type RunContext,
  shuttingDown,
  toEngineError,
} from '@org/engine';
import { assignCallIds } from './call-id-giver.js';
import { EventChannel } from './event-channel.js';
import { GgufError, readGgufHeader, type GgufHeader } from './gguf-header.js';
import { estimateModelBytes } from './memory/estimate-model-bytes.js';
import { LoadableProcess } from './memory/loadable-process.js';
import { ModelMemory, type Tenancy } from './memory/model-memory.js';
import type { ReplyReceiver } from './model-process.js';
import { FairQueue } from './fair-queue.js';
import { reasoningIn } from './parse/output-family.js';
import { fromFailure, type LoadedOn } from './process-messages.js';
import type { SandboxMode } from './sandbox/sandbox-level.js';
import { requireReadable } from './prompt/part-text.js';

/** How a model file is loaded and used. Optional settings have a default. */
export interface LocalLanguageModelOptions {
  /** The name of the model in the list of models. */
  readonly id: string;
  /** Absolute path of a GGUF file. */
  readonly modelPath: string;
  /**
   * Context length, in tokens of prompt and completion together, 256 or more. Default: the model's training context,
   * at most 8,192.
   */
  readonly contextLength?: number;
  /**
   * Maximum number of concurrent requests; each needs memory for a complete context. Owners who request more than the
   * available slots get even shares. Default 4.
   */
  readonly slots?: number;
  /** Processor threads. Default: half of the processors, at most 4. */
  readonly threads?: number;
  /**
   * Maximum number of an owner's requests that wait for a slot, and of token counts that wait for their turn; the
   * service rejects the next one with `rate-limited`. Default 64.
   */
  readonly queueLimit?: number;
  /** Use a GPU if one is present and its engine is installed; `onLoaded` reports the result. Default false. */
  readonly gpu?: boolean;
  /**
   * With `gpu`, the number of layers to offload to the GPU; the model does not load when they do not fit. Default: as
   * many as fit into memory.
   */
  readonly gpuLayers?: number;
  /**
   * With `gpu`, the directory in which drivers cache compiled code; created if it does not exist. Default: the
   * default of each driver.
   */
  readonly compiledFolder?: string;
  /** How its process is separated from the service. Default `auto`. */
  readonly sandbox?: SandboxMode;
  /** Files and folders of the service that no sandbox may leave readable. Default: none. */
  readonly privatePaths?: readonly string[];
  /** Called with the device that the model runs on, every time the model is loaded. */
  readonly onLoaded?: (on: LoadedOn) => void;
  /** For requests that name no temperature. Default: what the model file recommends, else 0, which is greedy. */
  readonly defaultTemperature?: number;
  /**
   * `start`: `warmUp` loads the model, and it stays loaded. `demand`: the first request loads it, and it is unloaded
   * when others need the memory. Default `start`.
   */
  readonly load?: 'start' | 'demand';
  /** Idle time after which a model loaded on demand is unloaded, in seconds; 0 means never. Default 300. */
  readonly idleSeconds?: number;
  /** Bytes that it counts for while it is loaded. Default: an estimate by the file, the context and the slots. */
  readonly memoryBytes?: number;
  /** The memory shared with other models. Default: a separate one without a limit. */
  readonly memory?: ModelMemory;
}

/** The language model, with the state that operators and tests inspect. */
export interface LocalLanguageModel extends LanguageModel {
  countTokens(request: GenerationRequest, context: RunContext): Promise<InputCount>;
  warmUp(): Promise<void>;
  /** Requests that run and that wait, and the process that runs them. */
  state(): { readonly running: number; readonly waiting: number; readonly pid: number | undefined };
}

const defaultContextLimit = 8_192;
/**
 * Maximum number of prompts counted at the same time, each of a different owner; counting runs in the process that
 * generates completions.
 */
const countsAtATime = 2;
/** How long a cancelled request waits for the model process to end it, in milliseconds. */
const letGoLimit = 150;

/** Creates a language model that runs in a separate process on this machine. Nothing starts before it is needed. */
export function createLlamaModel(options: LocalLanguageModelOptions): LocalLanguageModel {
  return new InProcessLlama(options);
}

/** The facts known once the model file has been inspected. */
interface Prepared {
  readonly model: LoadableProcess;
  readonly tenancy: Tenancy;
}

class InProcessLlama implements LocalLanguageModel {
  readonly #options: LocalLanguageModelOptions;
  readonly #queue: FairQueue;
  readonly #counts: FairQueue;
  readonly #closing = new AbortController();
  #header: Promise<GgufHeader> | undefined;
  #written: number | undefined;
  #preparing: Promise<Prepared> | undefined;
  #prepared: Prepared | undefined;

  constructor(options: LocalLanguageModelOptions) {
    this.#options = options;
    const { slots = 4, queueLimit: waiting = 64 } = options;
    this.#queue = new FairQueue(slots, { waiting });
    this.#counts = new FairQueue(countsAtATime, { running: 1, waiting });
  }

  async modelInfo(): Promise<ModelInfo> {
    const { id, modelPath } = this.#options;
    const header = await this.#readHeader();
    const template = header.promptTemplate ?? '';
    return {
      id,
      displayName: header.name ?? id,
      createdAt: await this.#writtenAt(modelPath),
      ownedBy: 'local',
      contextLength: this.#contextLength(header),
      maxOutputTokens: this.#contextLength(header),
      state: this.#prepared?.tenancy.state ?? 'unloaded',
      capabilities: {
        tools: template !== '',
        reasoning: template.includes('enable_thinking') || reasoningIn(template) !== undefined,
        images: false,
        structuredOutput: true,
      },
    };
  }

  async *generate(request: GenerationRequest, context: RunContext): AsyncIterable<GenerationEvent> {
    requireReadable(request.messages);
    const release = await this.#queue.enter(context.owner, context.signal);
    const channel = new EventChannel<GenerationEvent>();
    // The slot is free again when the model process has released the request, not when the client disconnects.
    const letGo = Promise.withResolvers<void>();
    let endUse = (): void => undefined;
    void letGo.promise.then(() => {
      endUse();
      release();
    });
    const receiver: ReplyReceiver = {
      reply: (reply) => {
        if (reply.type === 'events') {
          for (const event of reply.events) channel.push(event);
          return;
        }
        letGo.resolve();
        if (reply.type === 'failed') channel.fail(fromFailure(reply.failure));
        else channel.end();
      },
      lost: (error) => {
        letGo.resolve();
        channel.fail(error);
      },
    };
    const onAbort = (): void => channel.drop(cancelled());
    let cancel = (): void => letGo.resolve();
    try {
      const { model, tenancy } = await this.#ready();
      endUse = await tenancy.use(context.signal);
      context.signal.addEventListener('abort', onAbort, { once: true });
      if (context.signal.aborted) throw cancelled();
      cancel = model.submit({ type: 'generate', owner: context.owner, request }, receiver);
      const withId = assignCallIds(context.ids);
      for await (const event of channel.receive()) yield withId(event);
    } catch (thrown) {
      throw toEngineError(thrown);
    } finally {
      context.signal.removeEventListener('abort', onAbort);
      cancel();
      await Promise.race([letGo.promise, pause(letGoLimit, undefined, { ref: false })]);
    }
  }

  async countTokens(request: GenerationRequest, context: RunContext): Promise<InputCount> {
    if (context.signal.aborted) throw cancelled();
    requireReadable(request.messages);
    return await this.#counts.run(context.owner, context.signal, () => this.#count(request, context));
  }

  async #count(request: GenerationRequest, context: RunContext): Promise<InputCount> {
    const { model, tenancy } = await this.#ready();
    const endUse = await tenancy.use(context.signal);
    const counted = Promise.withResolvers<InputCount>();
    let cancel = (): void => undefined;
    const onAbort = (): void => {
      cancel();
      counted.reject(cancelled());
    };
    context.signal.addEventListener('abort', onAbort, { once: true });
    try {
      cancel = model.submit(
        { type: 'count', owner: context.owner, request },
        {
          reply: (reply) => {
            if (reply.type === 'counted') counted.resolve({ inputTokens: reply.tokens });
            else if (reply.type === 'failed') counted.reject(fromFailure(reply.failure));
          },
          lost: (error) => counted.reject(error),
        },
      );
      return await counted.promise;
    } finally {
      context.signal.removeEventListener('abort', onAbort);
      endUse();
    }
  }

  /** For a model that is loaded on demand, it only inspects the file. */
  async warmUp(): Promise<void> {
    const { tenancy } = await this.#ready();
    if (this.#options.load !== 'demand') (await tenancy.use(this.#closing.signal))();
  }

  state(): { readonly running: number; readonly waiting: number; readonly pid: number | undefined } {
    return { running: this.#queue.running, waiting: this.#queue.waiting, pid: this.#prepared?.model.pid };
  }

  async close(): Promise<void> {
    this.#closing.abort();
    const prepared = await this.#preparing?.catch(() => undefined);
    await prepared?.tenancy.release();
  }

  #readHeader(): Promise<GgufHeader> {
    this.#header ??= readGgufHeader(this.#options.modelPath).catch((thrown: unknown) => {
      this.#header = undefined;
      return unreadable(thrown, this.#options.modelPath);
    });
    return this.#header;
  }

  /** Unix time in seconds. It is read once, so that a file deleted later does not affect a loaded model. */
  async #writtenAt(modelPath: string): Promise<number> {
    this.#written ??= Math.floor(
      (await stat(modelPath).catch((thrown: unknown) => unreadable(thrown, modelPath))).mtimeMs / 1000,
    );
    return this.#written;
  }

  #contextLength(header: GgufHeader): number {
    const trained = header.contextLength ?? defaultContextLimit;
    return Math.min(this.#options.contextLength ?? Math.min(trained, defaultContextLimit), trained);
  }

  #ready(): Promise<Prepared> {
    if (this.#closing.signal.aborted) return Promise.reject(shuttingDown());
    this.#preparing ??= this.#prepare().catch((thrown: unknown) => {
      this.#preparing = undefined;
      throw thrown;
    });
    return this.#preparing;
  }

  async #prepare(): Promise<Prepared> {
    const {
      id,
      modelPath,
      slots = 4,
      threads,
      gpu = false,
      gpuLayers,
      compiledFolder,
      sandbox = 'auto',
      privatePaths = [],
      onLoaded,
      defaultTemperature,
      load = 'start',
      idleSeconds = 300,
      memoryBytes,
      memory = new ModelMemory(),
    } = this.#options;
    const header = await this.#readHeader();
    const contextLength = this.#contextLength(header);
    const model = new LoadableProcess(
      {
        modelPath,
        contextLength,
        slots,
        threads: threads ?? Math.max(1, Math.min(4, Math.floor(availableParallelism() / 2))),
        gpu,
        gpuLayers,
        compiledFolder,
        sandbox,
        privatePaths,
        defaultTemperature: defaultTemperature ?? header.temperature ?? 0,
      },
      onLoaded,
    );
    const tenancy = memory.join({
      name: id,
      bytes:
        memoryBytes ??
        (await estimateModelBytes({ modelPath, header, contextLength, slots }).catch((thrown: unknown) =>
          unreadable(thrown, modelPath),
        )),
      pinned: load === 'start',
      idleMs: idleSeconds * 1000,
      load: () => model.load(),
      unload: () => model.unload(),
    });
    this.#prepared = { model, tenancy };
    return this.#prepared;
  }
}

/** The log contains the path of the file; the error for clients does not. */
function unreadable(thrown: unknown, modelPath: string): never {
  if (thrown instanceof GgufError)
    throw new EngineError('upstream-failed', `The service cannot read the model file. ${thrown.message}`, {
      cause: new GgufError(`${modelPath}: ${thrown.message}`),
    });
  throw new EngineError('upstream-failed', 'The service could not read the model file.', { cause: thrown });
}
