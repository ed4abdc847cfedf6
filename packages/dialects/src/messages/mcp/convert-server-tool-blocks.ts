// Converts another dialect's records of server tools to blocks of this dialect.
import type { OpaquePart, Part } from '@org/engine';
import { outcomeTexts } from '../../shared/outcome-texts.js';
import { mcpForm } from './mcp-form.js';

/**
 * The parts with calls of other dialects as blocks: a call and its result are two blocks here. The same list where
 * there are none.
 */
export function convertServerToolBlocks(parts: readonly Part[]): readonly Part[] {
  return parts.some(isFromOtherDialect)
    ? parts.flatMap((part): readonly Part[] => (isFromOtherDialect(part) ? toMessagesParts(part) : [part]))
    : parts;
}

function isFromOtherDialect(part: Part): part is OpaquePart {
  return part.type === 'opaque' && part.dialect !== 'messages' && part.serverTool !== undefined;
}

/**
 * Only a call has content that nothing else contains. Leaves out an unfinished one, because it will never have a
 * result. A hosted tool's result becomes text: an upstream reads only results that it encrypted itself.
 */
function toMessagesParts({ serverTool }: OpaquePart): readonly Part[] {
  if (serverTool?.type !== 'call' || serverTool.outcome === undefined) return [];
  const { call, outcome } = serverTool;
  if (call.source.type === 'hosted') {
    const text = outcomeTexts(outcome).join('\n');
    return text === '' ? [] : [{ type: 'text', text }];
  }
  const result = mcpForm.result?.(call, outcome);
  return [mcpForm.closed(call, outcome), ...(result === undefined ? [] : [result])];
}
