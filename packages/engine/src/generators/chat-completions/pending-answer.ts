import type { EngineError } from '../../errors/engine-error.js';
import { droppableTurns, withoutOldestTurns } from '../../model/drop-turns.js';
import type { GenerationEvent } from '../../model/generation-event.js';
import type { GenerationRequest } from '../../model/generation-request.js';
import type { Message } from '../../model/message.js';
import type { Warning } from '../../model/warning.js';
import type { RunContext } from '../../ports/run-context.js';
import { AnswerDecoder } from './answer-decoder.js';
import type { CapabilityProfile } from './capability-profile.js';
import { ContextOverflow } from './context-overflow.js';
import { encodeRequest, type EncodedRequest } from './encode-request.js';

export interface UpstreamModel {
  /** The upstream's name of the model. */
  readonly model: string;
  readonly profile: CapabilityProfile;
}

/** Of the context, what a shortened prompt may fill: the rest is room for the answer. */
const promptShare = 0.75;
/** How often a request is made smaller before the overflow is the client's to solve. */
const mostRefits = 5;

/** One request on its way to an answer: what to send, how to read what comes back, and how to make it fit. */
export class PendingAnswer {
  #encoded: EncodedRequest;
  /** The cap that is left by the context, once the upstream has told how much that is. */
  #contextCap: number | undefined;
  #droppedTurns = 0;
  #refits = 0;
  /** Call ids of the conversation, gathered when the first call of the answer needs one. */
  #takenIds: ReadonlySet<string> | undefined;

  constructor(
    readonly request: GenerationRequest,
    readonly context: RunContext,
    readonly upstream: UpstreamModel,
  ) {
    this.#encoded = this.#encode(request);
  }

  get encoded(): EncodedRequest {
    return this.#encoded;
  }

  /** The body to send, as JSON text. */
  body(): string {
    const { body } = this.#encoded;
    return JSON.stringify(this.#contextCap === undefined ? body : { ...body, [this.upstream.profile.maxTokensField]: this.#contextCap });
  }

  createDecoder(emit: (event: GenerationEvent) => void): AnswerDecoder {
    const { names, ownStopSequences } = this.#encoded;
    const { request, context, upstream } = this;
    return new AnswerDecoder(
      {
        model: upstream.model,
        warnings: this.#warnings(),
        names,
        parallel: request.parallelToolCalls,
        newCallId: () => context.ids.next('call'),
        isTaken: (callId) => (this.#takenIds ??= callIds(request.messages)).has(callId),
        stopSequences: request.stopSequences,
        ownStopSequences,
        silent: request.limits.maxOutputTokens === 0,
        capIsContext: this.#contextCap !== undefined,
        endsWithDone: upstream.profile.endsWithDone,
      },
      emit,
    );
  }

  /**
   * Makes the request smaller after `error`, if that is an overflow which the request allows to mend. True when it is
   * worth sending again. The upstream refused without doing any work, so nothing is done twice.
   */
  refit(error: EngineError): boolean {
    if (!(error instanceof ContextOverflow) || this.#refits === mostRefits) return false;
    this.#refits += 1;
    return this.#capAnswer(error) || (this.request.truncation === 'auto' && this.#dropTurns(error));
  }

  /** A cap is no promise: when the prompt alone fits, the answer gets what is left. */
  #capAnswer({ numbers: { prompt, limit } }: ContextOverflow): boolean {
    const { maxOutputTokens } = this.request.limits;
    if (prompt === undefined || limit === undefined || prompt >= limit || maxOutputTokens === undefined) return false;
    const left = limit - prompt;
    if (left >= (this.#contextCap ?? maxOutputTokens)) return false;
    this.#contextCap = left;
    return true;
  }

  #dropTurns({ numbers: { prompt, limit } }: ContextOverflow): boolean {
    const { messages } = this.request;
    const most = droppableTurns(messages);
    if (this.#droppedTurns >= most) return false;
    const share = prompt === undefined || limit === undefined || prompt <= limit ? 0.5 : (limit * promptShare) / prompt;
    // Length of text stands for tokens here; when it deceives, the upstream says so and the next round drops more.
    const room = share * textLength(withoutOldestTurns(messages, this.#droppedTurns));
    do this.#droppedTurns += 1;
    while (this.#droppedTurns < most && textLength(withoutOldestTurns(messages, this.#droppedTurns)) > room);
    this.#contextCap = undefined;
    this.#encoded = this.#encode({ ...this.request, messages: withoutOldestTurns(messages, this.#droppedTurns) });
    return true;
  }

  #encode(request: GenerationRequest): EncodedRequest {
    return encodeRequest(request, { ...this.upstream, owner: this.context.owner });
  }

  #warnings(): readonly Warning[] {
    const warnings = [...this.#encoded.warnings];
    if (this.#droppedTurns > 0) {
      warnings.push({ kind: 'dropped', param: 'messages', message: `The ${this.#droppedTurns} oldest turns did not fit and were left out.` });
    }
    if (this.#contextCap !== undefined) {
      warnings.push({ kind: 'clamped', param: 'max_tokens', message: `The context leaves ${this.#contextCap} tokens for the answer.` });
    }
    return warnings;
  }
}

function callIds(messages: readonly Message[]): ReadonlySet<string> {
  const ids = new Set<string>();
  for (const { parts } of messages) for (const part of parts) if (part.type === 'tool-call') ids.add(part.callId);
  return ids;
}

function textLength(messages: readonly Message[]): number {
  return JSON.stringify(messages).length;
}
