import type { PartDelta } from '../model/generation-event.js';
import type { OpaquePart } from '../model/part.js';
import type { ServerCall, ServerCallOutcome, ServerTool } from '../model/server-tool.js';
import type { IdSource } from './id-source.js';

/** How a dialect writes what the tools of servers did. Each part it makes tells the same in its `serverTool`. */
export interface ServerToolForm {
  /** What a server offers. Absent: clients of this dialect are not told. */
  listing?(server: string, tools: readonly ServerTool[], ids: IdSource): OpaquePart;
  /** The request for consent; the `callId` of its record is its id on the wire. Absent: the dialect knows no consent, and nobody asks for it. */
  approvalRequest?(call: Omit<ServerCall, 'callId'>, ids: IdSource): OpaquePart;
  /** The id of a call, as the client is to see it. */
  callId(ids: IdSource): string;
  /** A call as it opens: without arguments, though `call` may have them. */
  opened(call: ServerCall): OpaquePart;
  /** The next piece of its arguments. `text` is not empty. Absent: clients of this dialect are shown the arguments when they are whole. */
  argumentsDelta?(text: string): PartDelta & { readonly type: 'opaque' };
  /** The arguments of `call` are whole, and its tool runs next. Absent: that is not told. */
  argumentsDone?(call: ServerCall): PartDelta & { readonly type: 'opaque' };
  /** The whole call with its outcome, which is undefined where {@link result} shows it. */
  closed(call: ServerCall, outcome: ServerCallOutcome | undefined): OpaquePart;
  /** The outcome as a part of its own, after the call's. Absent: the call's part shows it. */
  result?(call: ServerCall, outcome: ServerCallOutcome): OpaquePart;
}
