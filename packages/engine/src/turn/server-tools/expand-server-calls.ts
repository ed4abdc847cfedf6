import type { HostedToolResult } from '../../model/hosted-tool.js';
import type { Message } from '../../model/message.js';
import type { Part, TextPart, ToolCallPart, ToolResultPart } from '../../model/part.js';
import type { ServerCall, ServerCallOutcome, ServerToolRecord, ServerToolSource } from '../../model/server-tool.js';
import { isRecorded, type ServerToolHistory } from './server-tool-history.js';

/**
 * The conversation for a model as if it had called the server tools itself: every call followed by its result,
 * without tool listings and approval requests. The calls of a step stay in one message, and the calls of the next step are
 * in another, so that each step continues from the messages of the step before. A pending approval request, or an
 * approval that did not lead to a call, becomes a failed call. A request in `history.approved` and a call in
 * `history.pending` are omitted, because the call follows. A result without its call remains what it is.
 */
export function expandServerCalls(
  conversation: readonly Message[],
  history: ServerToolHistory | undefined,
): readonly Message[] {
  if (history === undefined) return conversation;
  const toExecute = new Set([...history.approved, ...history.pending].map(({ callId }) => callId));
  const expanded = new Set<string>();
  return conversation.flatMap((message) =>
    message.parts.some(isRecorded) ? expandedMessages(message, history, toExecute, expanded) : [message],
  );
}

function expandedMessages(
  message: Message,
  history: ServerToolHistory,
  toExecute: ReadonlySet<string>,
  expanded: Set<string>,
): readonly Message[] {
  const { parts, ...rest } = message;
  const messages: Message[] = [];
  let contentParts: Part[] = [];
  let results: ToolResultPart[] = [];
  const close = (): void => {
    if (contentParts.length > 0)
      messages.push(
        messages.length === 0 ? { ...rest, parts: contentParts } : { role: rest.role, parts: contentParts },
      );
    if (results.length > 0) messages.push({ role: 'tool', parts: results });
    contentParts = [];
    results = [];
  };
  for (const part of parts) {
    if (isRecorded(part) && !isOrphan(part.serverTool, history)) {
      const { serverTool } = part;
      const expandedPair = pairOf(serverTool, history, toExecute);
      // A client can send a call twice, which no model may read.
      if (expandedPair !== undefined && !expanded.has(expandedPair[0].callId)) {
        expanded.add(expandedPair[0].callId);
        contentParts.push(expandedPair[0]);
        results.push(expandedPair[1]);
      }
      // Results that are parts of their own come after all calls of their step.
      if (serverTool.type === 'result' || (serverTool.type === 'call' && serverTool.call.endsStep === true)) close();
      continue;
    }
    // The following parts are after the results, except for another call.
    if (results.length > 0 && part.type !== 'tool-call') close();
    contentParts.push(part);
  }
  close();
  return messages;
}

function pairOf(
  record: ServerToolRecord,
  { results, decisions, executed }: ServerToolHistory,
  toExecute: ReadonlySet<string>,
): readonly [ToolCallPart, ToolResultPart] | undefined {
  switch (record.type) {
    case 'call':
      if (toExecute.has(record.call.callId)) return undefined;
      return pair(
        record.call,
        record.outcome ?? results.get(record.call.callId) ?? failed('The outcome of this call is unknown.'),
      );
    case 'approval-request': {
      const { callId } = record.call;
      if (executed.has(callId) || toExecute.has(callId)) return undefined;
      return pair(record.call, failed(notExecutedReason(decisions.get(callId))));
    }
    case 'listing':
    case 'result':
    case 'approval':
      return undefined;
  }
}

function isOrphan(record: ServerToolRecord, { calls }: ServerToolHistory): boolean {
  return record.type === 'result' && !calls.has(record.callId);
}

function notExecutedReason(decision: Extract<ServerToolRecord, { readonly type: 'approval' }> | undefined): string {
  if (decision === undefined) return 'The user has neither approved nor denied this call. It was not made.';
  if (decision.approved) return 'The user approved this call, but its outcome is unknown.';
  return decision.reason === undefined ? 'The user denied this call.' : `The user denied this call: ${decision.reason}`;
}

function pair(
  { callId, source, name, argumentsText }: ServerCall,
  outcome: ServerCallOutcome,
): readonly [ToolCallPart, ToolResultPart] {
  return [
    {
      type: 'tool-call',
      callId,
      name,
      ...(source.type === 'mcp' && { namespace: source.server }),
      kind: 'function',
      argumentsText,
    },
    {
      type: 'tool-result',
      callId,
      kind: 'function',
      content: toolResultContent(outcome),
      ...((outcome.isError === true || outcome.failure !== undefined) && { isError: true }),
      ...(source.type === 'hosted' && { hosted: seenByTools(outcome.hosted, source) }),
    },
  ];
}

/** Without the bytes of a file, which would travel to the model with each step. A failed call keeps its container. */
function seenByTools(
  result: HostedToolResult = { type: 'failed', code: 'unavailable' },
  { containerId }: Extract<ServerToolSource, { readonly type: 'hosted' }>,
): HostedToolResult {
  if (result.type === 'failed') return containerId === undefined ? result : { ...result, containerId };
  return result.type === 'web-fetch' && result.document.type === 'pdf'
    ? { ...result, document: { ...result.document, base64: '' } }
    : result;
}

function toolResultContent({ content, failure }: ServerCallOutcome): ToolResultPart['content'] {
  return content.length > 0 || failure === undefined ? content : [text(`The call failed: ${failure.message}`)];
}

function failed(why: string): ServerCallOutcome {
  return { content: [text(why)], isError: true };
}

function text(content: string): TextPart {
  return { type: 'text', text: content };
}
