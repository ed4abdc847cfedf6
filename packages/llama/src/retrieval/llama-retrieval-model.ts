import { stat } from 'node:fs/promises';
import { availableParallelism } from 'node:os';

import {
  cancelled,
  createEmbeddingLanguageModel,
  createRerankLanguageModel,
  EngineError,
  type EmbeddingInput,
  type EmbeddingOptions,
  type Embeddings,
  type LanguageModel,
  type ModelInfo,
  type RetrievalContext,
  shuttingDown,
  toUnitVector,
} from '@org/engine';
import { readGgufHeader, type GgufHeader } from '../gguf-header.js';
import { FairQueue } from '../fair-queue.js';
import { LoadableProcess } from '../memory/loadable-process.js';
import { ModelMemory, type Tenancy } from '../memory/model-memory.js';
import { planLoad, type LoadPlan } from '../memory/plan-load.js';
import { fromFailure, type RetrievalWork, type WorkerReply } from '../process-messages.js';
import { resolveModelSampling } from '../sampling/sampling-defaults.js';
import { findUnsuitability, type LocalRetrievalOptions } from './retrieval-model-options.js';

/** Context of a model whose settings name none. */
const defaultContextLength = 8_192;
/** Calls that one process serves at a time; their inputs alternate. */
const concurrentSearches = 16;
const concurrentIngestions = 2;

/** Creates an embedding or rerank model that runs in a separate process on this machine. Nothing starts before it is needed. */
export function createLlamaRetrievalModel(options: LocalRetrievalOptions): LanguageModel {
  const model = new LocalRetrievalModel(options);
  const lifecycle = {
    modelInfo: () => model.modelInfo(),
    warmUp: () => model.warmUp(),
    close: () => model.close(),
  };
  const { id: name } = options;
  return options.task === 'embedding'
    ? createEmbeddingLanguageModel(
        { name, embed: (inputs, context, embedding) => model.embed(inputs, context, embedding) },
        lifecycle,
      )
    : createRerankLanguageModel(
        { name, rank: (query, documents, context) => model.rank(query, documents, context) },
        lifecycle,
      );
}

/** The facts known once the model file has been inspected. */
interface Prepared {
  readonly header: GgufHeader;
  readonly plan: LoadPlan;
  readonly createdAt: number;
  readonly model: LoadableProcess;
  readonly tenancy: Tenancy;
}

class LocalRetrievalModel {
  readonly #options: LocalRetrievalOptions;
  readonly #memory: ModelMemory;
  readonly #withdraw: () => void;
  readonly #searches: FairQueue;
  readonly #ingestions: FairQueue;
  readonly #closing = new AbortController();
  #preparing: Promise<Prepared> | undefined;

  constructor(options: LocalRetrievalOptions) {
    this.#options = options;
    const { memory = new ModelMemory(), load = 'start', queueLimit: waiting = 64 } = options;
    this.#memory = memory;
    this.#withdraw = memory.announce(load === 'start');
    this.#searches = new FairQueue(concurrentSearches, { waiting });
    this.#ingestions = new FairQueue(concurrentIngestions, { running: 1, waiting });
  }

  async embed(
    inputs: readonly EmbeddingInput[],
    { owner, signal }: RetrievalContext,
    { dimensions, purpose = 'search' }: EmbeddingOptions = {},
  ): Promise<Embeddings> {
    const { header } = await this.#ready();
    if (dimensions !== undefined) this.#checkDimensions(dimensions, header);
    const queue = purpose === 'search' ? this.#searches : this.#ingestions;
    const reply = await queue.run(owner, signal, () => this.#submit({ type: 'embed', inputs, purpose }, signal));
    if (reply.type !== 'embedded') throw new EngineError('internal', 'The model process sent another reply.');
    return { vectors: reply.vectors.map((vector) => toUnitVector(vector, dimensions)), inputTokens: reply.tokens };
  }

  async rank(
    query: string,
    documents: readonly string[],
    { owner, signal }: RetrievalContext,
  ): Promise<{ readonly scores: readonly number[]; readonly inputTokens: number }> {
    const reply = await this.#searches.run(owner, signal, () =>
      this.#submit({ type: 'rank', query, documents }, signal),
    );
    if (reply.type !== 'ranked') throw new EngineError('internal', 'The model process sent another reply.');
    return { scores: reply.scores, inputTokens: reply.tokens };
  }

  async modelInfo(): Promise<ModelInfo> {
    const { id, task } = this.#options;
    const { header, plan, createdAt, tenancy } = await this.#ready();
    return {
      id,
      displayName: header.name ?? id,
      createdAt,
      ownedBy: 'local',
      contextLength: plan.contextLength,
      state: tenancy.state,
      task,
      capabilities: { tools: false, reasoning: false, images: false, structuredOutput: false },
    };
  }

  /** For a model that is loaded on demand, it only inspects the file. */
  async warmUp(): Promise<void> {
    const { tenancy } = await this.#ready();
    if (this.#options.load !== 'demand') (await tenancy.use(this.#closing.signal))();
  }

  async close(): Promise<void> {
    this.#closing.abort();
    this.#withdraw();
    const prepared = await this.#preparing?.catch(() => undefined);
    await prepared?.tenancy.release();
  }

  #checkDimensions(dimensions: number, { embeddingLength }: GgufHeader): void {
    const { matryoshkaDimensions = [] } = this.#options;
    if (dimensions === embeddingLength || matryoshkaDimensions.includes(dimensions)) return;
    const possible = [...matryoshkaDimensions, ...(embeddingLength === undefined ? [] : [embeddingLength])];
    throw new EngineError('invalid-request', `The model gives vectors of ${possible.join(' or ')} dimensions.`, {
      param: 'dimensions',
    });
  }

  /** Resolves with the last reply of the process. */
  async #submit(work: RetrievalWork, signal: AbortSignal): Promise<WorkerReply> {
    const { model, tenancy } = await this.#ready();
    const endUse = await tenancy.use(signal);
    const last = Promise.withResolvers<WorkerReply>();
    let cancel = (): void => undefined;
    const onAbort = (): void => {
      cancel();
      last.reject(cancelled());
    };
    signal.addEventListener('abort', onAbort, { once: true });
    try {
      if (signal.aborted) throw cancelled();
      cancel = model.submit(work, {
        reply: (reply) => (reply.type === 'failed' ? last.reject(fromFailure(reply.failure)) : last.resolve(reply)),
        lost: (error) => last.reject(error),
      });
      return await last.promise;
    } finally {
      signal.removeEventListener('abort', onAbort);
      endUse();
    }
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
    const { id, modelPath, task, load = 'start', idleSeconds = 300 } = this.#options;
    const { header, createdAt, plan } = await this.#inspect();
    const { contextLength, bytes } = plan;
    const { threads, gpu = false, gpuLayers, compiledFolder, sandbox = 'auto', privatePaths = [] } = this.#options;
    const model = new LoadableProcess(
      {
        modelPath,
        task,
        contextLength,
        slots: 1,
        threads: threads ?? Math.max(1, Math.min(4, Math.floor(availableParallelism() / 2))),
        gpu,
        gpuLayers,
        compiledFolder,
        sandbox,
        privatePaths,
        sampling: resolveModelSampling({}).values,
        kvCacheType: 'f16',
      },
      (on) => {
        const unsuitable = on.unsuitable ?? findUnsuitability(task, header);
        this.#options.onLoaded?.({
          ...on,
          task,
          contextLength,
          ...(header.pooling === undefined ? {} : { pooling: header.pooling }),
          ...(unsuitable === undefined ? {} : { unsuitable }),
        });
      },
    );
    const tenancy = this.#memory.join({
      name: id,
      bytes,
      pinned: load === 'start',
      idleMs: idleSeconds * 1000,
      load: () => model.load(),
      unload: () => model.unload(),
    });
    return { header, plan, createdAt, model, tenancy };
  }

  /** The log contains the path of the file; the error for clients does not. */
  async #inspect(): Promise<Pick<Prepared, 'header' | 'plan' | 'createdAt'>> {
    const { modelPath, contextLength = defaultContextLength, gpu = false, memoryBytes } = this.#options;
    try {
      const header = await readGgufHeader(modelPath);
      const createdAt = Math.floor((await stat(modelPath)).mtimeMs / 1000);
      const settings = { modelPath, contextLength, slots: 1, gpu, kvCacheType: 'f16', memoryBytes } as const;
      return { header, createdAt, plan: await planLoad(settings, header, this.#memory) };
    } catch (thrown) {
      if (thrown instanceof EngineError) throw thrown;
      throw new EngineError('upstream-failed', 'The service could not read the model file.', { cause: thrown });
    }
  }
}
