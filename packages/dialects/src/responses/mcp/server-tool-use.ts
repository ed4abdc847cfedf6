import type { ToolDefinition, TurnRequest } from '@org/engine';
import type { ResponseCreateParams } from '@org/protocol/responses';
import { isMcpPlaceholder } from './choice-of-servers.js';
import { mcpForm } from './mcp-form.js';

/** How the turn tells of the servers' tools, and how often it may call them; nothing where it has none. */
export function serverToolUse(
  { max_tool_calls: maxCalls }: ResponseCreateParams,
  tools: readonly ToolDefinition[],
): Pick<TurnRequest, 'serverTools'> {
  if (!tools.some(isMcpPlaceholder)) return {};
  return { serverTools: { form: mcpForm, ...(typeof maxCalls === 'number' && { maxCalls }) } };
}
