import { setMaxListeners } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  cancelled,
  ConnectionSlots,
  EngineError,
  type GenerationEvent,
  type GenerationRequest,
  type LanguageModel,
  type ModelInfo,
  RetryBudget,
  type RunContext,
  shuttingDown,
} from '@org/engine';
import { FallbackRequest } from '../compat/fitting-request.js';
import { CapabilityCache } from '../compat/learned-fits.js';
import type { RequestFallback } from '../compat/request-fit.js';
import { namingModel } from '../errors/missing-ability.js';
import { pauseBeforeRetry, retryDelay } from '../errors/retry-delay.js';
import { defaultTimeouts, type UpstreamTimeouts } from '../transport/upstream-options.js';
import { defaultMaxConnections, type CallOptions } from './ai-sdk-options.js';
import { StreamPartDecoder } from './answer-parts.js';
import { CallLimits } from './call-limits.js';
import { encodeCall } from './encode-call.js';
import type { SupportedUrls } from './encode-media.js';
import { asPackageModel, openStream, type PackageModel } from './language-model.js';
import { callModel, type CallEnd } from './model-call.js';
import { signerName } from './metadata-seal.js';
import { passedOnName } from './passed-on-name.js';

/** Where the models come from. */
export interface ModelSource {
  /** Name of the package. Its models' seals are named after it. */
  readonly name: string;
  /** A model by the package's name of it. */
  readonly languageModel: (modelId: string) => unknown;
  /** Ends what stands behind all of them. */
  close(): Promise<void>;
}

/** Milliseconds that a package may take to say which URLs its model fetches. */
const supportedUrlsTimeoutMs = 1_000;

/** Models of an AI SDK package as a generator. The packages make one attempt a call; the one layer of retries is here. */
export class AiSdkModel implements LanguageModel {
  readonly #slots: ConnectionSlots;
  readonly #timeouts: UpstreamTimeouts;
  readonly #budget = new RetryBudget();
  readonly #capabilityCache = new CapabilityCache<RequestFallback>();
  readonly #closing = new AbortController();
  readonly signer: string;

  constructor(
    readonly source: ModelSource,
    readonly options: CallOptions,
  ) {
    this.#slots = new ConnectionSlots(options.maxConnections ?? defaultMaxConnections);
    this.#timeouts = { ...defaultTimeouts, ...options.timeouts };
    this.signer = signerName(source.name);
    setMaxListeners(0, this.#closing.signal);
  }

  async *generate(request: GenerationRequest, context: RunContext): AsyncGenerator<GenerationEvent> {
    const modelId = this.options.model ?? passedOnName(request.model);
    const model = this.#modelOf(modelId);
    const supportedUrls = await supportedUrlsOf(model, context.signal);
    this.#budget.earn();
    const fallbackRequest = new FallbackRequest(request, this.#capabilityCache.recall(request));
    const { fallback: known } = fallbackRequest;
    for (let retries = 0; ;) {
      const end = yield* this.#call(fallbackRequest, { modelId, model, supportedUrls }, context);
      if (end === undefined) {
        if (fallbackRequest.fallback !== known) this.#capabilityCache.learn(request, fallbackRequest.fallback);
        return;
      }
      const { delivered, failure } = end;
      if (delivered) throw namingModel(failure.error, request.model);
      if (
        fallbackRequest.dropParameters(failure.error) ||
        fallbackRequest.fallBackReasoning(failure.error, fallbackRequest.current.reasoning?.effort) ||
        fallbackRequest.fallBack(failure.error)
      )
        continue;
      const delay = retries < (this.options.retries ?? 1) ? retryDelay(failure) : undefined;
      if (delay === undefined || !this.#budget.spend()) throw namingModel(failure.error, request.model);
      retries += 1;
      await pauseBeforeRetry(delay, context.signal);
    }
  }

  async modelInfo(): Promise<ModelInfo> {
    const { id } = this.options;
    return {
      id,
      displayName: id,
      createdAt: 0,
      ownedBy: this.source.name,
      capabilities: { tools: true, reasoning: true, images: true, structuredOutput: true },
    };
  }

  async close(): Promise<void> {
    this.#slots.close(shuttingDown());
    this.#closing.abort();
    await this.source.close();
  }

  async *#call(
    { current, contextCap, warnings: refitted }: FallbackRequest,
    { modelId, model, supportedUrls }: CallTarget,
    context: RunContext,
  ): AsyncGenerator<GenerationEvent, CallEnd> {
    const request =
      contextCap === undefined ? current : { ...current, limits: { ...current.limits, maxOutputTokens: contextCap } };
    const signer = { name: this.signer, model: modelId };
    const { options, names, warnings } = encodeCall(request, {
      ...this.options,
      specification: model.specificationVersion,
      supportedUrls,
      signer,
      requestId: context.requestId,
      trace: context.trace,
    });
    await this.#slots.acquire(context.signal, this.#timeouts.queue);
    const limits = new CallLimits(this.#timeouts, [
      { signal: context.signal, error: cancelled },
      { signal: this.#closing.signal, error: shuttingDown },
    ]);
    try {
      if (limits.failure !== undefined) throw limits.failure;
      return yield* callModel({
        limits,
        open: async (abortSignal) => openStream(model, { ...options, abortSignal }),
        createDecoder: (emit) =>
          new StreamPartDecoder(
            {
              model: modelId,
              warnings: [...warnings, ...refitted],
              sampling: request.sampling,
              names,
              parallel: request.parallelToolCalls,
              newCallId: () => context.ids.next('call'),
              isUsed: (callId) =>
                request.messages.some(({ parts }) =>
                  parts.some((part) => part.type === 'tool-call' && part.callId === callId),
                ),
              stopSequences: request.stopSequences,
              silent: request.limits.maxOutputTokens === 0,
              capIsContext: contextCap !== undefined,
              signer,
            },
            emit,
          ),
      });
    } finally {
      this.#slots.release();
    }
  }

  #modelOf(modelId: string): PackageModel {
    try {
      return asPackageModel(this.source.languageModel(modelId));
    } catch (cause) {
      throw new EngineError('upstream-failed', 'The package that is configured for this model does not have it.', {
        cause,
        retryable: false,
      });
    }
  }
}

interface CallTarget {
  readonly modelId: string;
  readonly model: PackageModel;
  readonly supportedUrls: SupportedUrls;
}

/** A package that cannot say which URLs its model fetches, or not in time, gets none. */
async function supportedUrlsOf(model: PackageModel, signal: AbortSignal): Promise<SupportedUrls> {
  const settled = new AbortController();
  try {
    const urls = model.supportedUrls;
    if (!('then' in urls)) return urls;
    const timedOut = sleep(supportedUrlsTimeoutMs, {}, { signal: AbortSignal.any([signal, settled.signal]) });
    return (await Promise.race([urls, timedOut])) ?? {};
  } catch {
    return {};
  } finally {
    settled.abort();
  }
}
