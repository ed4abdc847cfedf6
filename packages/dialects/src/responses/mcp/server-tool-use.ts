import type { ToolDefinition, TurnRequest } from '@org/engine';
import type { ResponseCreateParams } from '@org/protocol/responses';
import { isMcpPlaceholder } from './chosen-of-servers.js';
import { serverToolForms } from '../server-tool-forms.js';

/** How the turn reports MCP server tools and how often it may call them; empty where it has none. */
export function serverToolUse(
  { max_tool_calls: maxCalls }: ResponseCreateParams,
  tools: readonly ToolDefinition[],
): Pick<TurnRequest, 'serverTools'> {
  if (!tools.some(isMcpPlaceholder)) return {};
  return { serverTools: { forms: serverToolForms, ...(typeof maxCalls === 'number' && { maxCalls }) } };
}
