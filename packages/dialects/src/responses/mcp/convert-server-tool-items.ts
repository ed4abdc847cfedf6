// Converts another dialect's records of MCP server tools to items of this dialect.
import type { OpaquePart, Part, ServerCallOutcome } from '@org/engine';
import { mcpForm } from './mcp-form.js';

/**
 * The parts with calls of other dialects as items: in this dialect a call and its result are one item. The same list
 * where there are none.
 */
export function convertServerToolItems(parts: readonly Part[]): readonly Part[] {
  if (!parts.some(isFromOtherDialect)) return parts;
  const outcomes = new Map<string, ServerCallOutcome>();
  for (const part of parts)
    if (isFromOtherDialect(part) && part.serverTool?.type === 'result')
      outcomes.set(part.serverTool.callId, part.serverTool.outcome);
  return parts.flatMap((part): readonly Part[] =>
    isFromOtherDialect(part) ? toResponsesParts(part, outcomes) : [part],
  );
}

function isFromOtherDialect(part: Part): part is OpaquePart {
  return part.type === 'opaque' && part.dialect !== 'responses' && part.serverTool !== undefined;
}

/**
 * Only a call has content that nothing else contains. Leaves out an unfinished one, because it will never have a
 * result.
 */
function toResponsesParts(
  { serverTool }: OpaquePart,
  outcomes: ReadonlyMap<string, ServerCallOutcome>,
): readonly Part[] {
  if (serverTool?.type !== 'call') return [];
  const outcome = serverTool.outcome ?? outcomes.get(serverTool.call.callId);
  return outcome === undefined ? [] : [mcpForm.closed(serverTool.call, outcome)];
}
