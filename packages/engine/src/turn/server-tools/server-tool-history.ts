import { EngineError } from '../../errors/engine-error.js';
import type { Message } from '../../model/message.js';
import type { OpaquePart, Part } from '../../model/part.js';
import type { ServerCall, ServerCallOutcome, ServerTool, ServerToolRecord } from '../../model/server-tool.js';

/** The records of server tools in a conversation. */
export interface ServerToolHistory {
  /** What servers offer, by label, as it was listed last. */
  readonly listings: ReadonlyMap<string, readonly ServerTool[]>;
  /** Ids of all calls. */
  readonly calls: ReadonlySet<string>;
  /** Call outcomes by call id, where a separate part holds the outcome. */
  readonly results: ReadonlyMap<string, ServerCallOutcome>;
  /** What was decided, by the id of the request. */
  readonly decisions: ReadonlyMap<string, ApprovalRecord>;
  /** Approval requests whose call was made. */
  readonly executed: ReadonlySet<string>;
  /** Calls that the client has consented to in this turn, as they were requested. */
  readonly approved: readonly ServerCall[];
  /** Calls of hosted tools with which the input ends: no outcome followed, because the response was paused there. */
  readonly pending: readonly ServerCall[];
}

export type ApprovalRecord = Extract<ServerToolRecord, { readonly type: 'approval' }>;

type Recorded = OpaquePart & { readonly serverTool: ServerToolRecord };

/**
 * Reads the server tool records of `conversation`, which ends with `input`; undefined when there are none. Throws
 * `invalid-request` for an approval in `input` that was never requested.
 */
export function serverToolHistory(
  conversation: readonly Message[],
  input: readonly Message[],
): ServerToolHistory | undefined {
  if (!conversation.some((message) => message.parts.some(isRecorded))) return undefined;
  const parts = conversation.flatMap((message) => message.parts.filter(isRecorded));
  const calls = new Set<string>();
  const listings = new Map<string, readonly ServerTool[]>();
  const results = new Map<string, ServerCallOutcome>();
  const decisions = new Map<string, ApprovalRecord>();
  const requests = new Map<string, ServerCall>();
  const executed = new Set<string>();
  const approvedCalls = new ApprovedCalls();
  for (const { serverTool: record } of parts) {
    switch (record.type) {
      case 'listing':
        listings.set(record.server, record.tools);
        break;
      case 'call': {
        calls.add(record.call.callId);
        const request = record.call.approvalId ?? approvedCalls.next(record.call, executed);
        if (request !== undefined) executed.add(request);
        break;
      }
      case 'result':
        results.set(record.callId, record.outcome);
        break;
      case 'approval-request':
        requests.set(record.call.callId, record.call);
        break;
      case 'approval':
        // The first decision is final, because the call may have been made.
        if (decisions.has(record.requestId)) break;
        decisions.set(record.requestId, record);
        if (record.approved) approvedCalls.add(requests.get(record.requestId));
        break;
    }
  }
  return {
    listings,
    calls,
    results,
    decisions,
    executed,
    approved: approvedIn(input, { requests, decisions, executed }),
    pending: pendingIn(input, results),
  };
}

/** The calls of the last message of the model that have no outcome. */
function pendingIn(input: readonly Message[], results: ReadonlyMap<string, ServerCallOutcome>): readonly ServerCall[] {
  const last = input.at(-1);
  if (last?.role !== 'assistant') return [];
  const ids = new Set<string>();
  return last.parts.flatMap((part) => {
    const record = isRecorded(part) ? part.serverTool : undefined;
    if (record?.type !== 'call' || record.call.source.type !== 'hosted' || record.outcome !== undefined) return [];
    if (results.has(record.call.callId) || ids.has(record.call.callId)) return [];
    ids.add(record.call.callId);
    return [record.call];
  });
}

export function isRecorded(part: Part): part is Recorded {
  return part.type === 'opaque' && part.serverTool !== undefined;
}

interface Asked extends Pick<ServerToolHistory, 'decisions' | 'executed'> {
  readonly requests: ReadonlyMap<string, ServerCall>;
}

/** Approved requests by what they ask for, because not every server reports which request a call fulfils. */
class ApprovedCalls {
  readonly #byCall = new Map<string, string[]>();

  add(request: ServerCall | undefined): void {
    if (request === undefined) return;
    const same = this.#byCall.get(keyOf(request)) ?? [];
    same.push(request.callId);
    this.#byCall.set(keyOf(request), same);
  }

  /** Id of the first approval for `call` that no call has used. */
  next(call: ServerCall, executed: ReadonlySet<string>): string | undefined {
    const same = this.#byCall.get(keyOf(call));
    let id = same?.shift();
    while (id !== undefined && executed.has(id)) id = same?.shift();
    return id;
  }
}

function keyOf({ source, name, argumentsText }: ServerCall): string {
  return JSON.stringify([source.type === 'mcp' ? source.server : source.kind, name, argumentsText]);
}

function approvedIn(input: readonly Message[], { requests, decisions, executed }: Asked): readonly ServerCall[] {
  const approved = new Map<string, ServerCall>();
  for (const part of input.flatMap((message) => message.parts.filter(isRecorded))) {
    if (part.serverTool.type !== 'approval') continue;
    const { requestId } = part.serverTool;
    const request = requests.get(requestId);
    if (request === undefined)
      throw new EngineError('invalid-request', 'This conversation contains no approval request with this id.', {
        part,
      });
    if (decisions.get(requestId)?.approved === true && !executed.has(requestId)) approved.set(requestId, request);
  }
  return [...approved.values()];
}
