import type {
  EngineError,
  GenerationRequest,
  JsonObject,
  KnownTools,
  Message,
  Part,
  PlainReasoning,
  ToolDefinition,
  UpstreamApi,
  UpstreamRequest,
  UpstreamTarget,
} from '@org/engine';
import type { ResponseDecoder, EmitEvent } from '../transport/answer-decoder.js';
import { FallbackRequest } from '../compat/fitting-request.js';
import type { PendingRequest } from '../transport/stream-answer.js';
import { FreeCallIds } from '../shared/free-call-ids.js';
import type { CapabilityCache } from '../compat/learned-fits.js';
import { refusesPlainReasoning, refusesWordlessReasoning } from '../compat/refuses-plain-reasoning.js';
import { reasoningDroppedWarning, rejectsSignature } from '../compat/refuses-proof.js';
import { noFallback, type RequestFallback } from '../compat/request-fit.js';
import { asClientsMistake } from '../errors/upstream-error.js';
import { upstreamErrorText } from '../errors/refusal-text.js';
import { objectOf } from '../shared/wire-value.js';
import { ResponseFilter } from './answer-filter.js';
import { joinHeaders } from './join-headers.js';
import { passedOnWarnings } from './passed-on-warnings.js';
import { refusedHints, withoutHint, type RefusedHint } from './refused-hints.js';
import { knownTools } from './refused-tools.js';
import { UpstreamDecoder } from './wire-decoder.js';

/** What requests are fitted to that are sent to an upstream. */
export interface UpstreamFallback {
  readonly request: RequestFallback;
  readonly encryptedReasoning: boolean;
  readonly plainReasoning: PlainReasoning;
  readonly mediaInResults: boolean;
  readonly tools: KnownTools;
  readonly hints: readonly RefusedHint[];
}

/** One request to an upstream that speaks a dialect of ours, on its way to an answer. */
export class PendingUpstreamRequest implements PendingRequest {
  readonly path: string;
  readonly #fallbackRequest: FallbackRequest;
  #encoded: UpstreamRequest;
  #target: UpstreamTarget;
  #hints: readonly RefusedHint[];
  /** Whether earlier reasoning is left out. */
  #unproven = false;
  /** Those that the upstream named. */
  #named: readonly RefusedHint[];
  /** What it was fitted to from the start. */
  readonly #known: UpstreamFallback;

  constructor(
    request: GenerationRequest,
    readonly api: UpstreamApi,
    target: UpstreamTarget,
    /** Headers that every request has anyway. */
    readonly fixedHeaders: Readonly<Record<string, string>>,
    readonly capabilityCache: CapabilityCache<UpstreamFallback>,
    /** What is asked for. */
    readonly kind: 'answer' | 'count' = 'answer',
    /** A count makes no calls. */
    readonly newCallId: () => string = () => '',
  ) {
    const { encryptedReasoning, plainReasoning, mediaInResults, tools } = target;
    this.#known = capabilityCache.recall(request) ?? {
      request: noFallback,
      encryptedReasoning,
      plainReasoning,
      mediaInResults,
      tools,
      hints: [],
    };
    const { request: _, hints: __, ...known } = this.#known;
    this.#target = { ...target, ...known };
    this.#hints = this.#known.hints;
    this.#named = this.#hints;
    this.path = kind === 'count' ? api.traits.countPath : api.traits.path;
    this.#fallbackRequest = new FallbackRequest(request, this.#known.request);
    this.#encoded = this.#encode();
  }

  get model(): string {
    return this.#fallbackRequest.request.model;
  }

  get tools(): readonly ToolDefinition[] {
    return this.#fallbackRequest.request.tools;
  }

  get headers(): Readonly<Record<string, string>> {
    return joinHeaders(this.fixedHeaders, this.#encoded.headers);
  }

  /** The request as it is sent now. */
  get encoded(): UpstreamRequest {
    return this.#encoded;
  }

  body(): object {
    return this.#encoded.body;
  }

  createDecoder(emit: EmitEvent): ResponseDecoder {
    const { sameDialect, localStopSequences } = this.#encoded;
    const { contextCap } = this.#fallbackRequest;
    const request = this.#request();
    const filter = new ResponseFilter(
      {
        stopSequences: localStopSequences,
        silent: request.limits.maxOutputTokens === 0,
        capIsContext: contextCap !== undefined,
      },
      emit,
    );
    const calls = new FreeCallIds(this.#fallbackRequest.request.messages, this.newCallId, filter.emit);
    const warnings = [...this.#encoded.warnings, ...this.#fallbackRequest.warnings];
    const reader = this.api.createReader(request, this.#target, warnings, calls.emit);
    return new UpstreamDecoder(
      reader,
      filter,
      (headers) => void warnings.push(...passedOnWarnings(headers, sameDialect)),
    );
  }

  /** Says less after an `error` that refuses something of it. True when it is worth sending again. */
  downgrade(error: EngineError): boolean {
    return this.#encodeIf(
      this.#withoutEncryptedReasoning(error) ||
        this.#downgradePlainReasoning(error) ||
        this.#moveMedia(error) ||
        this.#knowTools(error) ||
        this.#forgetReasoning(error) ||
        this.#dropParameters(error) ||
        this.#dropHints(error),
    );
  }

  fallBack(error: EngineError): boolean {
    return this.downgrade(error) || this.#encodeIf(this.#fallbackRequest.fallBack(error));
  }

  #encodeIf(changed: boolean): boolean {
    if (changed) this.#encoded = this.#encode();
    return changed;
  }

  /** It was us who asked for sealed reasoning, and not every model has it, nor every server a word for it. */
  #withoutEncryptedReasoning(error: EngineError): boolean {
    const text = upstreamErrorText(error);
    if (
      !this.#target.encryptedReasoning ||
      !(
        /encrypted content is not supported/i.test(text) ||
        refusedHints(text).some(
          ({ path, value }) =>
            path?.[0] === 'include' && (value === undefined || value === 'reasoning.encrypted_content'),
        )
      )
    )
      return false;
    this.#target = { ...this.#target, encryptedReasoning: false };
    return true;
  }

  /** It says its thoughts in plain words and does not take them back, or none that say nothing. */
  #downgradePlainReasoning(error: EngineError): boolean {
    const text = upstreamErrorText(error);
    if (
      this.#target.plainReasoning === 'none' ||
      !refusesPlainReasoning(text) ||
      !this.#request().messages.some(({ parts }) => parts.some(isPlainReasoning))
    )
      return false;
    this.#target = {
      ...this.#target,
      plainReasoning: refusesWordlessReasoning(text) && this.#canSendReasoningAsText() ? 'in-words' : 'none',
    };
    return true;
  }

  /** Whether the conversation has thoughts that do not say their words as the upstream does. */
  #canSendReasoningAsText(): boolean {
    if (this.#target.plainReasoning !== 'any') return false;
    const { body } = this.api.encode(this.#request(), { ...this.#target, plainReasoning: 'in-words' });
    return JSON.stringify(body) !== JSON.stringify(this.api.encode(this.#request(), this.#target).body);
  }

  /** Its results hold nothing but text: what else a tool gave, the user shows. */
  #moveMedia(error: EngineError): boolean {
    if (
      !this.#target.mediaInResults ||
      !mediaErrorPattern.test(upstreamErrorText(error)) ||
      !this.#fallbackRequest.current.messages.some(({ parts }) => parts.some(isResultWithMedia))
    )
      return false;
    this.#target = { ...this.#target, mediaInResults: false };
    return true;
  }

  /** The client says in the upstream's own words what this server has no words for: it can still call the tool. */
  #knowTools(error: EngineError): boolean {
    const { tools } = this.#target;
    const known =
      this.#encoded.sameDialect && this.api.traits.toolForms ? knownTools(upstreamErrorText(error), tools) : tools;
    if (known === tools) return false;
    this.#target = { ...this.#target, tools: known };
    return true;
  }

  /** What it sealed once it cannot open any more: its own account has changed, or that of a gateway. Without it the conversation goes on. */
  #forgetReasoning(error: EngineError): boolean {
    if (
      this.#unproven ||
      !rejectsSignature(upstreamErrorText(error)) ||
      !this.#fallbackRequest.current.messages.some(({ parts }) => parts.some(isReasoning))
    )
      return false;
    this.#unproven = true;
    return true;
  }

  accepted(): void {
    const { encryptedReasoning, plainReasoning, mediaInResults, tools } = this.#target;
    const fallback: UpstreamFallback = {
      request: this.#fallbackRequest.fallback,
      encryptedReasoning,
      plainReasoning,
      mediaInResults,
      tools,
      hints: this.#named,
    };
    const known = this.#known;
    const isNew =
      fallback.request !== known.request ||
      encryptedReasoning !== known.encryptedReasoning ||
      plainReasoning !== known.plainReasoning ||
      mediaInResults !== known.mediaInResults ||
      tools !== known.tools ||
      fallback.hints !== known.hints;
    if (isNew) this.capabilityCache.learn(this.#fallbackRequest.request, fallback);
  }

  /** What a client said in the upstream's own words is the client's to mend. */
  #dropParameters(error: EngineError): boolean {
    const { sameDialect, body } = this.#encoded;
    return (
      !sameDialect &&
      (this.#fallbackRequest.dropParameters(error) || this.#fallbackRequest.fallBackReasoning(error, effortIn(body)))
    );
  }

  /** Whoever said it: the answer means the same without. */
  #dropHints(error: EngineError): boolean {
    const { dispensable } = this.api.traits;
    const refused = refusedHints(upstreamErrorText(error)).filter(
      (hint) => withoutHint(this.#encoded, hint, dispensable) !== undefined,
    );
    if (refused.length === 0) return false;
    this.#hints = [...this.#hints, ...refused];
    // Where it names none, what is left out with the one may be fine with the next client.
    const named = refused.filter(({ path, value }) => path !== undefined || value !== undefined);
    if (named.length > 0) this.#named = [...this.#named, ...named];
    return true;
  }

  toClientError(error: EngineError): EngineError {
    return this.#encoded.sameDialect ? asClientsMistake(error) : error;
  }

  #encode(): UpstreamRequest {
    const complete =
      this.kind === 'count'
        ? this.api.encodeCount(this.#request(), this.#target)
        : this.api.encode(this.#request(), this.#target);
    const { dispensable } = this.api.traits;
    const encoded = this.#unproven
      ? { ...complete, warnings: [...complete.warnings, reasoningDroppedWarning] }
      : complete;
    return this.#hints.reduce((request, hint) => withoutHint(request, hint, dispensable) ?? request, encoded);
  }

  #request(): GenerationRequest {
    const { current, contextCap } = this.#fallbackRequest;
    const known = this.#unproven ? { ...current, messages: withoutReasoning(current.messages) } : current;
    return contextCap === undefined ? known : { ...known, limits: { ...known.limits, maxOutputTokens: contextCap } };
  }
}

function isReasoning({ type }: Part): boolean {
  return type === 'reasoning';
}

/** llama.cpp's words. */
const mediaErrorPattern = /output of tool call should be \W?input text/i;

function isResultWithMedia(part: Part): boolean {
  return part.type === 'tool-result' && part.content.some(({ type }) => type === 'media');
}

/** Nobody but this service has sealed it, if anybody has. */
function isPlainReasoning(part: Part): boolean {
  return (
    part.type === 'reasoning' &&
    (part.signature === undefined || part.author !== undefined || part.signature.data === '')
  );
}

function withoutReasoning(messages: readonly Message[]): readonly Message[] {
  return messages.flatMap((message) => {
    const parts = message.parts.filter((part) => !isReasoning(part));
    return parts.length === 0 && message.parts.length > 0 ? [] : [{ ...message, parts }];
  });
}

/** The effort of reasoning that a request names, on either wire. */
function effortIn(body: JsonObject): unknown {
  return objectOf(body['output_config'])?.['effort'] ?? objectOf(body['reasoning'])?.['effort'];
}
