import type { PartDelta } from '../model/generation-event.js';
import type { HostedToolKind } from '../model/hosted-tool.js';
import type { OpaquePart } from '../model/part.js';
import type { ServerCall, ServerCallOutcome, ServerTool } from '../model/server-tool.js';
import type { IdSource } from './id-source.js';

/** An event of a dialect about a call in progress. */
export type CallProgress = PartDelta & { readonly type: 'opaque' };

/**
 * How a dialect represents the calls of one kind of server tools. Each part that it creates has the same data in its
 * `serverTool`.
 */
export interface ServerToolForm {
  /** The tools that a server offers. Absent: clients of this dialect do not receive the list. */
  listing?(server: string, tools: readonly ServerTool[], ids: IdSource): OpaquePart;
  /**
   * The approval request; the `callId` of its record is its id in the API. Absent: the dialect has no approvals, and
   * none is requested.
   */
  approvalRequest?(call: Omit<ServerCall, 'callId'>, ids: IdSource): OpaquePart;
  /** The id of a call, as sent to the client. */
  callId(ids: IdSource): string;
  /** A call as it opens: without arguments, though `call` may have them. */
  opened(call: ServerCall): OpaquePart;
  /**
   * Translates the arguments of one call, in the pieces that the model writes, none of them empty. Absent: clients of
   * this dialect receive the arguments when they are complete.
   */
  argumentsReader?(): (text: string) => readonly CallProgress[];
  /** What is sent at a stage of the call, between its opening and its end. Absent: nothing. */
  progress?(stage: CallStage): readonly CallProgress[];
  /** The complete call with its outcome, which is undefined when {@link result} carries it. */
  closed(call: ServerCall, outcome: ServerCallOutcome | undefined): OpaquePart;
  /** The outcome as a separate part after the call. Absent: the call's part carries it. */
  result?(call: ServerCall, outcome: ServerCallOutcome): OpaquePart;
}

/** `opened`: the model starts the call; `running`: the arguments are complete, and the tool runs next. */
export type CallStage =
  | { readonly type: 'opened'; readonly call: ServerCall }
  | { readonly type: 'running'; readonly call: ServerCall }
  | { readonly type: 'ended'; readonly call: ServerCall; readonly outcome: ServerCallOutcome };

/** How a dialect represents all kinds of server tools. */
export interface ServerToolForms {
  readonly mcp: ServerToolForm;
  readonly hosted: Readonly<Record<HostedToolKind, ServerToolForm>>;
  /**
   * Whether a text part ends at each citation, because the dialect's citations are those of a complete part. Default
   * false: they have positions in the text.
   */
  readonly citationsEndParts?: boolean;
  /**
   * Whether a response pauses after the maximum number of calls, because clients of the dialect send it back to
   * continue. Default false: the model ends the response without its tools.
   */
  readonly pausesAtLimit?: boolean;
}
