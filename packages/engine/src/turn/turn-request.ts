import type { EngineError } from '../errors/engine-error.js';
import type { ContextEdit, Summarize } from '../model/context-edit.js';
import type { DialectId, Extensions } from '../model/extensions.js';
import type { GenerationRequest } from '../model/generation-request.js';
import type { GenerationResult } from '../model/generation-result.js';
import type { JsonObject } from '../json/json-value.js';
import type { Message } from '../model/message.js';
import type { TextPart } from '../model/part.js';
import type { Warning } from '../model/warning.js';
import type { ConversationItem } from '../ports/conversation-store.js';
import type { ServerToolForms } from '../ports/server-tool-form.js';
import type { StoredItem, TurnStatus } from '../ports/store.js';

/** A decoded request: what to generate, and what to remember. */
export interface TurnRequest {
  readonly dialect: DialectId;
  /**
   * The step to run. Its `messages` are `instructions` + `input`; the turn loop puts the messages of earlier turns
   * between the two when `state` names a turn or a conversation to continue.
   */
  readonly generation: GenerationRequest;
  /** System text of this turn only: it is not carried over to later turns. */
  readonly instructions: readonly Message[];
  /** The new messages of this turn. */
  readonly input: readonly Message[];
  readonly state: TurnState;
  readonly warnings: readonly Warning[];
  /** Context edits to apply in this order before the model reads the context. Absent: none. */
  readonly edits?: readonly ContextEdit[];
  /**
   * The client receives the prompt size at the start of the response, as an estimate where no count is available by
   * then. Default false.
   */
  readonly sizeAtStart?: boolean;
  /** The API represents function arguments only as a JSON object: a response with others fails. Default false. */
  readonly objectArguments?: boolean;
  /** How server-side tools are reported to the client. Absent: the turn has none, nor results that its text can cite. */
  readonly serverTools?: ServerToolUse;
  /**
   * The model only reads the prompt into its cache: it generates nothing, and the conversation is unchanged. Default
   * false.
   */
  readonly onlyReads?: boolean;
  /** The turn requests only a compaction of its context. Absent: it requests a response. */
  readonly onlySummary?: OnlySummary;
  /**
   * The part of `input` that the continued conversation does not hold yet, unless that is all of it. Throws when an
   * item would be added under the id of another one. Absent: items have no ids.
   */
  readonly inputBeyond?: (conversation: readonly ConversationItem[]) => readonly Message[] | undefined;
}

/** A summary in place of a response. */
export interface OnlySummary extends Pick<Summarize, 'instruction' | 'part'> {
  /** Extensions at the end of the response in the API. Absent: none. */
  readonly extensions?: Extensions;
}

/** Tools of servers within a turn. */
export interface ServerToolUse {
  readonly forms: ServerToolForms;
  /** Maximum number of calls of the turn, at least 1. Absent: the configured limit. */
  readonly maxCalls?: number;
}

export interface TurnState {
  readonly store: boolean;
  readonly previousId?: string;
  /** The conversation that the turn continues and, when it is stored, adds to. Never together with `previousId`. */
  readonly conversationId?: string;
}

/** What the dialect makes of a finished turn for the store. */
export interface TurnSnapshot {
  readonly status: TurnStatus;
  readonly payload: JsonObject;
  readonly items: readonly StoredItem[];
  /** The incomplete text part of a truncated response, for turns that continue this one. */
  readonly unfinishedText?: TextPart;
}

/** The outcome of a turn: a result, or partial output and the error that ended it. */
export interface TurnOutcome {
  readonly result: GenerationResult;
  readonly error?: EngineError;
}

/** Encodes the ended turn for the store; called once, before `generation-end` reaches the client. */
export type TakeSnapshot = (outcome: TurnOutcome) => TurnSnapshot;
