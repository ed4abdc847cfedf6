// A choice of tools by the server that has them.
import type { ToolDefinition, ToolGroup, ToolName } from '@org/engine';
import { refuse } from '../decode/refuse.js';

/**
 * What the choice covers: one tool, all tools of a server, or those of every server. Nothing where this service calls
 * no server. Throws for a server that is not among the tools. Whether the server has the tool is known only after the
 * service asks it.
 */
export function chosenOfServers(
  choice: { readonly server_label?: unknown; readonly name?: unknown },
  tools: readonly ToolDefinition[],
  param: string,
): readonly (ToolName | ToolGroup)[] {
  const { server_label: label, name } = choice;
  const labels = tools.flatMap((tool) =>
    tool.kind === 'hosted' && tool.server !== undefined ? [tool.server.label] : [],
  );
  if (labels.length === 0) return [];
  if (typeof label === 'string' && !labels.includes(label))
    refuse(param, `Tool choice '${label}' not found in 'tools' parameter.`, 'invalid_value');
  const chosen = typeof label === 'string' ? [label] : labels;
  return chosen.map((namespace) => (typeof name === 'string' ? { namespace, name } : { namespace }));
}
