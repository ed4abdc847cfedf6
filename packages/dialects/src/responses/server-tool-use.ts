import type { ToolDefinition, TurnRequest } from '@org/engine';
import type { ResponseCreateParams } from '@org/protocol/responses';
import { serverToolForms } from './server-tool-forms.js';

/** Whether a tool stands for tools that this service calls: those of an MCP server, or the functions of a hosted tool. */
export function runsHere(tool: ToolDefinition): boolean {
  return tool.kind === 'hosted' && (tool.server ?? tool.run) !== undefined;
}

/** How the turn reports server tools and how often it may call them; empty where it has none. */
export function serverToolUse(
  { max_tool_calls: maxCalls, include }: ResponseCreateParams,
  tools: readonly ToolDefinition[],
): Pick<TurnRequest, 'serverTools'> {
  if (!tools.some(runsHere)) return {};
  return {
    serverTools: { forms: serverToolForms(include ?? []), ...(typeof maxCalls === 'number' && { maxCalls }) },
  };
}
