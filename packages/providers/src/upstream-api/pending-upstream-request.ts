import {
  type EngineError,
  type GenerationRequest,
  type JsonObject,
  type RunContext,
  type RunLogFields,
  type ToolDefinition,
  type UpstreamApi,
  type UpstreamRequest,
  type UpstreamTarget,
  asObject,
} from '@org/engine';
import { type AttemptState, requestOf } from '../compat/attempt.js';
import type { CapabilityCache } from '../compat/capability-cache.js';
import { type CachedCapabilities, CompatAttempts } from '../compat/compat-attempts.js';
import { apiPromptRules, apiRules } from '../compat/rules/index.js';
import type { SentApiPayload } from '../compat/targets.js';
import { withFieldChange } from '../compat/changed-value.js';
import type { ErrorForwarder } from '../errors/error-forwarder.js';
import { FreeCallIds } from '../shared/free-call-ids.js';
import type { ResponseDecoder, EmitEvent } from '../transport/response-decoder.js';
import type { PendingRequest } from '../transport/stream-with-retries.js';
import { ResponseFilter } from './response-filter.js';
import { joinHeaders } from './join-headers.js';
import { passedOnWarnings } from './passed-on-warnings.js';
import { UpstreamDecoder } from './upstream-decoder.js';

export type ApiCapabilityCache = CapabilityCache<CachedCapabilities<UpstreamTarget>>;

/** One request in progress to an upstream with one of our dialects. */
export class PendingUpstreamRequest implements PendingRequest {
  readonly path: string;
  readonly #retry: CompatAttempts<UpstreamTarget, SentApiPayload>;

  constructor(
    request: GenerationRequest,
    readonly api: UpstreamApi,
    target: UpstreamTarget,
    /** Headers that every request has anyway. */
    readonly fixedHeaders: Readonly<Record<string, string>>,
    cache: ApiCapabilityCache,
    /** The kind of request. */
    readonly kind: 'generate' | 'count',
    readonly context: RunContext,
  ) {
    this.path = kind === 'count' ? api.traits.countPath : api.traits.path;
    this.#retry = new CompatAttempts(request, {
      owner: context.owner,
      target,
      rules: kind === 'count' ? apiPromptRules : apiRules,
      cache,
      encode: (state) => this.#encode(state),
    });
  }

  get model(): string {
    return this.#retry.attempt.original.model;
  }

  get tools(): readonly ToolDefinition[] {
    return this.#retry.attempt.original.tools;
  }

  get headers(): Readonly<Record<string, string>> {
    return joinHeaders(this.fixedHeaders, this.encoded.headers);
  }

  /** The request as it is sent now. */
  get encoded(): UpstreamRequest {
    return this.#retry.payload.encoded;
  }

  body(): object {
    return this.encoded.body;
  }

  createDecoder(emit: EmitEvent, errors: ErrorForwarder): ResponseDecoder {
    const { attempt } = this.#retry;
    const { sameDialect, localStopSequences, warnings: encoderWarnings } = this.encoded;
    const request = requestOf(attempt);
    const filter = new ResponseFilter(
      {
        stopSequences: localStopSequences,
        silent: request.limits.maxOutputTokens === 0,
        capIsContext: attempt.context.outputCap !== undefined,
      },
      emit,
    );
    const { ids, nonStreaming = false, usedItemIds } = this.context;
    const calls = new FreeCallIds(attempt.original.messages, () => ids.next('call'), filter.emit);
    const warnings = [...encoderWarnings, ...this.#retry.warnings];
    const reader = this.api.createReader(request, attempt.target, warnings, calls.emit, {
      // A stop sequence ends the response as soon as it arrives, also where the client waits for the end.
      isShown: !nonStreaming || localStopSequences.length > 0,
      isUsedId: (id) => usedItemIds?.has(id) === true,
    });
    return new UpstreamDecoder(
      reader,
      filter,
      (headers) => void warnings.push(...passedOnWarnings(headers, sameDialect, (text) => errors.cleanText(text))),
    );
  }

  patch(error: EngineError, logFields?: RunLogFields): boolean {
    return this.#retry.patch(error, logFields);
  }

  accepted(): void {
    this.#retry.accepted();
  }

  toClientError(error: EngineError, errors: ErrorForwarder): EngineError {
    const { model, tools } = this;
    const { sameDialect, body } = this.encoded;
    return errors.forward(error, { model, tools, dialect: this.api.dialect, sameDialect, body });
  }

  #encode(state: AttemptState<UpstreamTarget>): SentApiPayload {
    const { api } = this;
    const request = requestOf(state);
    const complete = this.kind === 'count' ? api.encodeCount(request, state.target) : api.encode(request, state.target);
    const encoded = state.fieldChanges.reduce(
      (current, change) => withFieldChange(current, change, api.traits.optionalFields) ?? current,
      complete,
    );
    const { body, sameDialect } = encoded;
    return { body, reasoningEffort: effortIn(body), isPassthrough: sameDialect, encoded, api: api };
  }
}

/** The effort of reasoning that a request names, in either API. */
function effortIn(body: JsonObject): unknown {
  return asObject(body['output_config'])?.['effort'] ?? asObject(body['reasoning'])?.['effort'];
}
