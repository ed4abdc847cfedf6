import type { EngineError, GenerationRequest, RunContext, RunLogFields, ToolDefinition } from '@org/engine';
import type { AttemptState, SentPayload } from '../compat/attempt.js';
import type { CapabilityCache } from '../compat/capability-cache.js';
import { type CachedCapabilities, CompatAttempts } from '../compat/compat-attempts.js';
import { chatPromptRules, chatRules } from '../compat/rules/index.js';
import type { ErrorForwarder } from '../errors/error-forwarder.js';
import { callIdsOf } from '../shared/free-call-ids.js';
import type { EmitEvent } from '../transport/response-decoder.js';
import type { PendingRequest } from '../transport/stream-with-retries.js';
import type { CapabilityProfile } from '../compat/capability-profile.js';
import type { ChatCompletionsOptions } from './chat-completions-options.js';
import { ChunkDecoder } from './chunk-decoder.js';
import { encodeRequest, type EncodedRequest } from './encode-request.js';
import { readInPart } from './read-in-part.js';

export interface UpstreamModel {
  /** The upstream's name of the model. */
  readonly model: string;
  readonly profile: CapabilityProfile;
  /** Name of the signer of the upstream's signatures. */
  readonly signer: string;
  readonly onPromptTruncated?: ChatCompletionsOptions['onPromptTruncated'];
}

export type ChatCapabilityCache = CapabilityCache<CachedCapabilities<CapabilityProfile>>;

interface ChatPayload extends SentPayload {
  readonly encoded: EncodedRequest;
  /** The state that `encoded` was made of. */
  readonly state: AttemptState<CapabilityProfile>;
}

/**
 * Maximum output limit of a non-streaming request, in tokens. A longer response is streamed even when the client
 * waits for its end: the stream shows that the upstream is alive, and a stalled one is detected.
 */
const maxNonStreamingTokens = 1024;

/** One chat-completions request in progress. */
export class PendingChatCompletion implements PendingRequest {
  readonly path = '/chat/completions';
  readonly #retry: CompatAttempts<CapabilityProfile, ChatPayload>;
  #encoded: ChatPayload | undefined;
  /** Call ids of the conversation, collected when the first call of the response needs one. */
  #usedCallIds: ReadonlySet<string> | undefined;

  constructor(
    readonly request: GenerationRequest,
    readonly context: RunContext,
    readonly upstream: UpstreamModel,
    cache: ChatCapabilityCache,
    /** For a count of tokens, the rules change only what makes the prompt. */
    purpose: 'generate' | 'count' = 'generate',
  ) {
    const { profile } = upstream;
    this.#retry = new CompatAttempts<CapabilityProfile, ChatPayload>(request, {
      owner: context.owner,
      target: profile,
      profile,
      rules: purpose === 'count' ? chatPromptRules : chatRules,
      cache,
      encode: (state) => this.#encode(state),
    });
  }

  get model(): string {
    return this.request.model;
  }

  get tools(): readonly ToolDefinition[] {
    return this.request.tools;
  }

  /** It may turn out that the upstream only streams. */
  get nonStreaming(): boolean {
    return this.#canBeNonStreaming(this.#retry.attempt.target);
  }

  get encoded(): EncodedRequest {
    return this.#retry.payload.encoded;
  }

  body(): object {
    const { body } = this.encoded;
    const { target, context } = this.#retry.attempt;
    return context.outputCap === undefined ? body : { ...body, [target.maxTokensField]: context.outputCap };
  }

  createDecoder(emit: EmitEvent): ChunkDecoder {
    const { names, localStopSequences, warnings } = this.encoded;
    const { request, context, upstream } = this;
    return new ChunkDecoder(
      {
        model: upstream.model,
        warnings: [...warnings, ...this.#retry.warnings],
        names,
        parallel: request.parallelToolCalls,
        newCallId: () => context.ids.next('call'),
        isUsed: (callId) => (this.#usedCallIds ??= callIdsOf(request.messages)).has(callId),
        stopSequences: request.stopSequences,
        localStopSequences,
        silent: request.limits.maxOutputTokens === 0,
        capIsContext: this.#retry.attempt.context.outputCap !== undefined,
        topLogprobs: request.sampling.topLogprobs ?? 0,
        reportsUsageLate: upstream.profile.continuousUsage !== 'none',
        reportsServiceTier: upstream.profile.optionalParameters.includes('serviceTier'),
        endsWithDone: upstream.profile.sendsDoneMarker,
        signer: { name: upstream.signer, model: upstream.model },
      },
      upstream.profile.truncatesPrompts && upstream.onPromptTruncated !== undefined
        ? this.#watchingUsage(emit, upstream.onPromptTruncated)
        : emit,
    );
  }

  #watchingUsage(emit: EmitEvent, onPromptTruncated: NonNullable<UpstreamModel['onPromptTruncated']>): EmitEvent {
    const { body } = this.encoded;
    return (event) => {
      if (event.type === 'generation-end') {
        const { inputTokens } = event.usage;
        const characters = readInPart(body, inputTokens);
        if (characters !== undefined) onPromptTruncated({ characters, inputTokens });
      }
      emit(event);
    };
  }

  patch(error: EngineError, logFields?: RunLogFields): boolean {
    return this.#retry.patch(error, logFields);
  }

  accepted(): void {
    this.#retry.accepted();
  }

  toClientError(error: EngineError, errors: ErrorForwarder): EngineError {
    const { model, tools } = this;
    return errors.forward(error, { model, tools, dialect: undefined, sameDialect: false, body: this.encoded.body });
  }

  /** A cap that the context sets is added to the body later: it does not change what is encoded. */
  #encode(state: AttemptState<CapabilityProfile>): ChatPayload {
    const last = this.#encoded;
    if (last?.state.request === state.request && last.state.target === state.target) return last;
    const encoded = encodeRequest(state.request, {
      ...this.upstream,
      profile: state.target,
      owner: this.context.owner,
      nonStreaming: this.#canBeNonStreaming(state.target),
    });
    const { body } = encoded;
    this.#encoded = { body, reasoningEffort: body['reasoning_effort'], isPassthrough: false, encoded, state };
    return this.#encoded;
  }

  #canBeNonStreaming(profile: CapabilityProfile): boolean {
    return this.context.nonStreaming === true && canBeNonStreaming(this.request, profile);
  }
}

/** Local stop sequences require a stream, which the service can end at a match. */
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
