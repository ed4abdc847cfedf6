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
import { requestOf, type SentPayload } from '../compat/attempt.js';
import { CapabilityCache } from '../compat/capability-cache.js';
import { type CachedCapabilities, CompatAttempts } from '../compat/compat-attempts.js';
import { aiSdkRules } from '../compat/rules/index.js';
import type { NoTarget } from '../compat/targets.js';
import { ErrorForwarder } from '../errors/error-forwarder.js';
import type { UpstreamIdentity } from '../errors/upstream-secrets.js';
import { pauseBeforeRetry, retryDelay } from '../errors/retry-delay.js';
import { defaultTimeouts, type UpstreamTimeouts } from '../transport/upstream-options.js';
import { defaultMaxConnections, type CallOptions } from './ai-sdk-options.js';
import { StreamPartDecoder } from './stream-part-decoder.js';
import { CallLimits } from './call-limits.js';
import { encodeCall } from './encode-call.js';
import type { SupportedUrls } from './encode-media.js';
import { asPackageModel, openStream, type PackageModel } from './language-model.js';
import { callModel, type CallEnd } from './model-call.js';
import { signerName } from './metadata-signature.js';
import { passedOnName } from './passed-on-name.js';

/** A source of models. */
export interface ModelSource {
  /** Package name. It also names the signatures of its models. */
  readonly name: string;
  /** A model by the package's name of it. */
  readonly languageModel: (modelId: string) => unknown;
  /** What clients must not learn of it. */
  readonly identity?: Partial<UpstreamIdentity>;
  /** Releases the resources that all models share. */
  close(): Promise<void>;
}

/** Maximum time for a package to report the URLs its model supports, in milliseconds. */
const supportedUrlsTimeoutMs = 1_000;

/** A LanguageModel from an AI SDK package. The packages make one attempt per call, and retries happen only here. */
export class AiSdkModel implements LanguageModel {
  readonly #slots: ConnectionSlots;
  readonly #timeouts: UpstreamTimeouts;
  readonly #budget = new RetryBudget();
  readonly #capabilities = new CapabilityCache<CachedCapabilities<NoTarget>>();
  readonly #closing = new AbortController();
  readonly #errors: ErrorForwarder;
  readonly signer: string;

  constructor(
    readonly source: ModelSource,
    readonly options: CallOptions,
  ) {
    this.#slots = new ConnectionSlots(options.maxConnections ?? defaultMaxConnections);
    this.#timeouts = { ...defaultTimeouts, ...options.timeouts };
    this.signer = signerName(source.name);
    this.#errors = new ErrorForwarder({ ...options, urls: [], ...source.identity });
    setMaxListeners(0, this.#closing.signal);
  }

  async *generate(request: GenerationRequest, context: RunContext): AsyncGenerator<GenerationEvent> {
    const modelId = this.options.model ?? passedOnName(request.model);
    const model = this.#modelOf(modelId);
    const supportedUrls = await supportedUrlsOf(model, context.signal);
    this.#budget.deposit();
    const attempts: PackageAttempts = new CompatAttempts(request, {
      owner: context.owner,
      target: {},
      rules: aiSdkRules,
      cache: this.#capabilities,
      encode: ({ request: { reasoning } }) => ({ body: {}, reasoningEffort: reasoning?.effort, isPassthrough: false }),
    });
    for (let retries = 0; ;) {
      const end = yield* this.#call(attempts, { modelId, model, supportedUrls }, context);
      if (end === undefined) {
        attempts.accepted();
        return;
      }
      const { delivered, failure } = end;
      if (delivered) throw this.#toClientError(failure.error, request);
      if (attempts.patch(failure.error, context.logFields)) continue;
      const delay = retries < (this.options.retries ?? 1) ? retryDelay(failure) : undefined;
      if (delay === undefined || !this.#budget.withdraw()) throw this.#toClientError(failure.error, request);
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
    { attempt, warnings: ruleWarnings }: PackageAttempts,
    { modelId, model, supportedUrls }: CallTarget,
    context: RunContext,
  ): AsyncGenerator<GenerationEvent, CallEnd> {
    const request = requestOf(attempt);
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
              warnings: [...warnings, ...ruleWarnings],
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
              capIsContext: attempt.context.outputCap !== undefined,
              signer,
            },
            emit,
          ),
      });
    } finally {
      this.#slots.release();
    }
  }

  /** The packages encode the request, so the sent body is unknown. */
  #toClientError(error: EngineError, { model, tools }: GenerationRequest): EngineError {
    return this.#errors.forward(error, { model, tools, dialect: undefined, sameDialect: false, body: {} });
  }

  #modelOf(modelId: string): PackageModel {
    try {
      return asPackageModel(this.source.languageModel(modelId));
    } catch (cause) {
      throw new EngineError('upstream-failed', 'The package that is configured for this model does not provide it.', {
        cause,
        retryable: false,
      });
    }
  }
}

/** The packages encode the request themselves, so the sent payload is unknown. */
type PackageAttempts = CompatAttempts<NoTarget, SentPayload>;

interface CallTarget {
  readonly modelId: string;
  readonly model: PackageModel;
  readonly supportedUrls: SupportedUrls;
}

/** Returns no supported URLs for a package that cannot report them in time. */
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
