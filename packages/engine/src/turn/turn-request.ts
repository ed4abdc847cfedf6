import type { EngineError } from '../errors/engine-error.js';
import type { ContextEdit, Summarise } from '../model/context-edit.js';
import type { DialectId, Extensions } from '../model/extensions.js';
import type { GenerationRequest } from '../model/generation-request.js';
import type { GenerationResult } from '../model/generation-result.js';
import type { JsonObject } from '../json/json-value.js';
import type { Message } from '../model/message.js';
import type { TextPart } from '../model/part.js';
import type { Warning } from '../model/warning.js';
import type { ConversationItem } from '../ports/conversation-store.js';
import type { ServerToolForm } from '../ports/server-tool-form.js';
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
  /** What to do with the context, in this order, before the model reads it. Absent: nothing. */
  readonly edits?: readonly ContextEdit[];
  /** The client is told at the start of the answer how long the prompt is: where nobody has counted by then, an estimate. Default false. */
  readonly sizeAtStart?: boolean;
  /** The wire has a place for the arguments of a function only when they are a JSON object: an answer with others fails. Default false. */
  readonly objectArguments?: boolean;
  /** How the client is told of tools that run at the server's side. Absent: no tool of `generation` names a server. */
  readonly serverTools?: ServerToolUse;
  /** The model only reads the prompt, for its cache: nothing is said, and the conversation is not added to. Default false. */
  readonly onlyReads?: boolean;
  /** The turn asks for its context made small, and for no answer. Absent: it asks for an answer. */
  readonly onlySummary?: OnlySummary;
  /**
   * What of `input` the conversation that it continues does not hold yet, unless that is all of it. Throws when an item would be added
   * under the id of another one. Absent: no item has an id.
   */
  readonly inputBeyond?: (conversation: readonly ConversationItem[]) => readonly Message[] | undefined;
}

/** A summary in the place of an answer. */
export interface OnlySummary extends Pick<Summarise, 'instruction' | 'part'> {
  /** What the end of the answer says of it on the wire. Absent: nothing. */
  readonly extensions?: Extensions;
}

/** Tools of servers within a turn. */
export interface ServerToolUse {
  readonly form: ServerToolForm;
  /** Most calls that the turn may make, at least 1. Absent: what the installation allows. */
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
  /** The text that the answer was in the middle of when it was cut, for turns that continue this one. */
  readonly unfinishedText?: TextPart;
}

/** How a turn ended: with a result, or with what there was and the error that cut it. */
export interface TurnOutcome {
  readonly result: GenerationResult;
  readonly error?: EngineError;
}

/** Encodes the ended turn for the store; called once, before `generation-end` reaches the client. */
export type TakeSnapshot = (outcome: TurnOutcome) => TurnSnapshot;
