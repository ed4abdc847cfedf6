import type { PartDelta } from '../model/generation-event.js';
import type { OpaquePart } from '../model/part.js';
import type { ServerCall, ServerCallOutcome, ServerTool } from '../model/server-tool.js';
import type { IdSource } from './id-source.js';

/**
 * How a dialect represents calls to MCP server tools. Each part that it creates has the same data in its
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
   * The next delta of the call's arguments. `text` is not empty. Absent: clients of this dialect receive the
   * arguments when they are complete.
   */
  argumentsDelta?(text: string): PartDelta & { readonly type: 'opaque' };
  /** The arguments of `call` are complete, and its tool runs next. Absent: no event is sent. */
  argumentsDone?(call: ServerCall): PartDelta & { readonly type: 'opaque' };
  /** The complete call with its outcome, which is undefined when {@link result} carries it. */
  closed(call: ServerCall, outcome: ServerCallOutcome | undefined): OpaquePart;
  /** The outcome as a separate part after the call. Absent: the call's part carries it. */
  result?(call: ServerCall, outcome: ServerCallOutcome): OpaquePart;
}
