import type { ToolDefinition, TurnRequest } from '@org/engine';
import type { ResponseCreateParams } from '@org/protocol/responses';
import { isReference } from './decode/resolve-items.js';
import { reportsHostedCall } from './hosted-tools/stored-result.js';
import { serverToolForms } from './server-tool-forms.js';

/** Whether a tool stands for tools that this service calls: those of an MCP server, or the functions of a hosted tool. */
export function runsHere(tool: ToolDefinition): boolean {
  return tool.kind === 'hosted' && (tool.server ?? tool.run) !== undefined;
}

/**
 * How the turn reports server tools and how often it may call them; empty where it has none, and no earlier turn can
 * have results that a text cites.
 */
export function serverToolUse(
  { max_tool_calls: maxCalls, include, input, previous_response_id: previousId, conversation }: ResponseCreateParams,
  tools: readonly ToolDefinition[],
): Pick<TurnRequest, 'serverTools'> {
  const continues = (previousId ?? conversation ?? null) !== null;
  const sendsCalls = Array.isArray(input) && input.some((item) => isReference(item) || reportsHostedCall(item));
  if (!continues && !sendsCalls && !tools.some(runsHere)) return {};
  return {
    serverTools: { forms: serverToolForms(include ?? []), ...(typeof maxCalls === 'number' && { maxCalls }) },
  };
}
