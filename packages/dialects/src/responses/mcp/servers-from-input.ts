import type { HostedTool, ToolDefinition } from '@org/engine';

interface InputTools {
  readonly tools: readonly ToolDefinition[];
  readonly isServiceRun: boolean;
}

/**
 * MCP servers from the input: the service offers their tools from the start, like all others. A server `given` by the
 * request itself takes precedence, because it has the client's credentials; among others the last one applies.
 */
export function serversFromInput(
  given: readonly ToolDefinition[],
  inputTools: readonly InputTools[],
): readonly HostedTool[] {
  const known = new Set(given.flatMap((tool) => labelOf(tool) ?? []));
  const servers = new Map<string, HostedTool>();
  for (const tool of inputTools.flatMap(({ tools, isServiceRun }) => (isServiceRun ? [] : tools))) {
    const label = labelOf(tool);
    if (label !== undefined && tool.kind === 'hosted' && !known.has(label)) servers.set(label, tool);
  }
  return [...servers.values()];
}

function labelOf(tool: ToolDefinition): string | undefined {
  return tool.kind === 'hosted' ? tool.server?.label : undefined;
}
