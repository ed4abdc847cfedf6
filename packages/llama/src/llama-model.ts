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
import type { LocalLanguageModelOptions } from './llama-model-options.js';
import { describeLoaded } from './loaded-model.js';
import { LoadableProcess } from './memory/loadable-process.js';
import { ModelMemory, type Tenancy } from './memory/model-memory.js';
import { planLoad, type LoadPlan } from './memory/plan-load.js';
import type { ReplyReceiver } from './model-process.js';
import { FairQueue } from './fair-queue.js';
import { reasoningIn } from './parse/output-family.js';
import { fromFailure } from './process-messages.js';
import { requireWithinContext } from './prompt/context-overflow.js';
import { requireReadable } from './prompt/part-text.js';
import { findModelFamily } from './sampling/model-families.js';
import { resolveModelSampling } from './sampling/sampling-defaults.js';

/** The language model, with the state that operators and tests inspect. */
export interface LocalLanguageModel extends LanguageModel {
  countTokens(request: GenerationRequest, context: RunContext): Promise<InputCount>;
  warmUp(): Promise<void>;
  /** Requests that run and that wait, and the process that runs them. */
  state(): { readonly running: number; readonly waiting: number; readonly pid: number | undefined };
}

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
  readonly #memory: ModelMemory;
  readonly #withdraw: () => void;
  #header: Promise<GgufHeader> | undefined;
  #plan: Promise<LoadPlan> | undefined;
  #written: number | undefined;
  #preparing: Promise<Prepared> | undefined;
  #prepared: Prepared | undefined;

  constructor(options: LocalLanguageModelOptions) {
    this.#options = options;
    const { slots = 4, queueLimit: waiting = 64, memory = new ModelMemory(), load = 'start' } = options;
    this.#memory = memory;
    this.#withdraw = memory.announce(load === 'start');
    this.#queue = new FairQueue(slots, { waiting });
    this.#counts = new FairQueue(countsAtATime, { running: 1, waiting });
  }

  async modelInfo(): Promise<ModelInfo> {
    const { id, modelPath } = this.#options;
    const header = await this.#readHeader();
    const template = header.promptTemplate ?? '';
    const { contextLength } = await this.#planned();
    return {
      id,
      displayName: header.name ?? id,
      createdAt: await this.#writtenAt(modelPath),
      ownedBy: 'local',
      contextLength,
      maxOutputTokens: contextLength,
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
    const { contextLength } = await this.#planned().catch((thrown: unknown) => Promise.reject(toEngineError(thrown)));
    const { maxTokenBytes } = await this.#readHeader();
    requireWithinContext(request, { contextLength, maxTokenBytes });
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
    this.#withdraw();
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

  /** How the model is loaded. The service makes the plan once, so that all clients see the same context length. */
  #planned(): Promise<LoadPlan> {
    this.#plan ??= this.#makePlan().catch((thrown: unknown) => {
      this.#plan = undefined;
      throw thrown;
    });
    return this.#plan;
  }

  async #makePlan(): Promise<LoadPlan> {
    const { gpu = false, kvCacheType = 'f16', ...options } = this.#options;
    const header = await this.#readHeader();
    const plan = await planLoad({ ...options, gpu, kvCacheType }, header, this.#memory).catch((thrown: unknown) =>
      thrown instanceof EngineError ? Promise.reject(thrown) : unreadable(thrown, options.modelPath),
    );
    this.#queue.resize(plan.slots);
    return plan;
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
      threads,
      gpu = false,
      gpuLayers,
      compiledFolder,
      sandbox = 'auto',
      privatePaths = [],
      onLoaded,
      sampling: settings,
      kvCacheType = 'f16',
      flashAttention,
      load = 'start',
      idleSeconds = 300,
    } = this.#options;
    const header = await this.#readHeader();
    const { contextLength, slots, bytes } = await this.#planned();
    const family = findModelFamily(header);
    const sampling = resolveModelSampling({ settings, file: header.sampling.values, family: family?.sampling });
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
        sampling: sampling.values,
        kvCacheType,
        flashAttention,
      },
      (on) => onLoaded?.(describeLoaded(on, { contextLength, slots, kvCacheType, sampling, family, header })),
    );
    const tenancy = this.#memory.join({
      name: id,
      bytes,
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
