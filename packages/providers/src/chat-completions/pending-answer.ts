import type { EngineError, GenerationRequest, RunContext, ToolDefinition } from '@org/engine';
import type { EmitEvent } from '../transport/answer-decoder.js';
import { FallbackRequest } from '../compat/fitting-request.js';
import { callIdsOf } from '../shared/free-call-ids.js';
import type { CapabilityCache } from '../compat/learned-fits.js';
import { noFallback, type RequestFallback } from '../compat/request-fit.js';
import type { PendingRequest } from '../transport/stream-answer.js';
import type { CapabilityProfile } from './capability-profile.js';
import type { ChatCompletionsOptions } from './chat-completions-options.js';
import { ChunkDecoder } from './chunk-decoder.js';
import { encodeRequest, type EncodedRequest } from './encode-request.js';
import { FallbackProfile } from './fitting-profile.js';
import { readInPart } from './read-in-part.js';

export interface UpstreamModel {
  /** The upstream's name of the model. */
  readonly model: string;
  readonly profile: CapabilityProfile;
  /** The name that the upstream's seals bear. */
  readonly signer: string;
  readonly onPromptTruncated?: ChatCompletionsOptions['onPromptTruncated'];
}

/** What requests are fitted to that are sent to an upstream. */
export interface CompletionFallback {
  readonly request: RequestFallback;
  /** Narrowed from `of`, which is what the upstream was taken for. */
  readonly profile: CapabilityProfile;
  readonly of: CapabilityProfile;
}

/**
 * Most tokens of an answer that is asked for in one piece. A longer one is streamed even when nobody reads it before its
 * end: while it grows the upstream shows that it is alive, and one that fell silent is noticed.
 */
const maxNonStreamingTokens = 1024;

/** One chat-completions request on its way to an answer. */
export class PendingChatCompletion implements PendingRequest {
  readonly path = '/chat/completions';
  readonly #fallbackRequest: FallbackRequest;
  readonly #profile: FallbackProfile;
  /** What it was fitted to from the start. */
  readonly #known: CompletionFallback;
  /** The request that `#encoded` says. */
  #current: GenerationRequest;
  #encoded: EncodedRequest;
  /** Call ids of the conversation, gathered when the first call of the answer needs one. */
  #usedCallIds: ReadonlySet<string> | undefined;

  constructor(
    readonly request: GenerationRequest,
    readonly context: RunContext,
    readonly upstream: UpstreamModel,
    readonly capabilityCache: CapabilityCache<CompletionFallback>,
  ) {
    const { profile } = upstream;
    const cached = capabilityCache.recall(request);
    this.#known = cached?.of === profile ? cached : { request: noFallback, profile, of: profile };
    this.#fallbackRequest = new FallbackRequest(request, this.#known.request);
    this.#profile = new FallbackProfile(this.#known.profile);
    this.#current = this.#fallbackRequest.current;
    this.#encoded = this.#encode();
  }

  get model(): string {
    return this.request.model;
  }

  get tools(): readonly ToolDefinition[] {
    return this.request.tools;
  }

  /** It may turn out that the upstream only streams. */
  get nonStreaming(): boolean {
    return this.context.nonStreaming === true && canBeNonStreaming(this.request, this.#profile.current);
  }

  get encoded(): EncodedRequest {
    return this.#encoded;
  }

  body(): object {
    const { body } = this.#encoded;
    const { contextCap } = this.#fallbackRequest;
    return contextCap === undefined ? body : { ...body, [this.#profile.current.maxTokensField]: contextCap };
  }

  createDecoder(emit: EmitEvent): ChunkDecoder {
    const { names, localStopSequences, warnings } = this.#encoded;
    const { request, context, upstream } = this;
    return new ChunkDecoder(
      {
        model: upstream.model,
        warnings: [...warnings, ...this.#fallbackRequest.warnings],
        names,
        parallel: request.parallelToolCalls,
        newCallId: () => context.ids.next('call'),
        isUsed: (callId) => (this.#usedCallIds ??= callIdsOf(request.messages)).has(callId),
        stopSequences: request.stopSequences,
        localStopSequences,
        silent: request.limits.maxOutputTokens === 0,
        capIsContext: this.#fallbackRequest.contextCap !== undefined,
        topLogprobs: request.sampling.topLogprobs ?? 0,
        reportsUsageLate: upstream.profile.continuousUsage !== 'none',
        reportsServiceTier: upstream.profile.optionalParameters.includes('serviceTier'),
        endsWithDone: upstream.profile.endsWithDone,
        signer: { name: upstream.signer, model: upstream.model },
      },
      upstream.profile.truncatesPrompts && upstream.onPromptTruncated !== undefined
        ? this.#watchingUsage(emit, upstream.onPromptTruncated)
        : emit,
    );
  }

  #watchingUsage(emit: EmitEvent, onPromptTruncated: NonNullable<UpstreamModel['onPromptTruncated']>): EmitEvent {
    const { body } = this.#encoded;
    return (event) => {
      if (event.type === 'generation-end') {
        const { inputTokens } = event.usage;
        const characters = readInPart(body, inputTokens);
        if (characters !== undefined) onPromptTruncated({ characters, inputTokens });
      }
      emit(event);
    };
  }

  /** Says less after an `error` that refuses something of how it was said. True when it is worth sending again. */
  downgrade(error: EngineError): boolean {
    if (!this.#profile.fallBack(error, this.#encoded.body)) return false;
    this.#encoded = this.#encode();
    return true;
  }

  fallBack(error: EngineError): boolean {
    if (this.downgrade(error)) return true;
    if (!this.#fallbackRequest.dropParameters(error) && !this.#fallbackRequest.fallBack(error)) return false;
    if (this.#fallbackRequest.current !== this.#current) {
      this.#current = this.#fallbackRequest.current;
      this.#encoded = this.#encode();
    }
    return true;
  }

  accepted(): void {
    const { fallback } = this.#fallbackRequest;
    const { lasting } = this.#profile;
    if (fallback !== this.#known.request || lasting !== this.#known.profile)
      this.capabilityCache.learn(this.request, { request: fallback, profile: lasting, of: this.#known.of });
  }

  #encode(): EncodedRequest {
    return encodeRequest(this.#current, {
      ...this.upstream,
      profile: this.#profile.current,
      owner: this.context.owner,
      nonStreaming: this.nonStreaming,
    });
  }
}

/** Stop sequences that we look for ourselves want a stream: it can be ended where one of them is met. */
function canBeNonStreaming(
  { limits: { maxOutputTokens }, stopSequences }: GenerationRequest,
  { supportsNonStreaming, maxStopSequences }: CapabilityProfile,
): boolean {
  return (
    supportsNonStreaming &&
    maxOutputTokens !== undefined &&
    maxOutputTokens <= maxNonStreamingTokens &&
    stopSequences.length <= maxStopSequences
  );
}
