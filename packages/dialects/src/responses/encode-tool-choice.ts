// Encodes which tools the model may or must call.
import {
  isAmong,
  type JsonValue,
  type ToolChoice,
  type ToolDefinition,
  type ToolGroup,
  type ToolName,
} from '@org/engine';

/** The API's tool choice; undefined for `auto`, which is the default. Looks up a tool's kind among `tools`. */
export function encodeToolChoice(choice: ToolChoice, tools: readonly ToolDefinition[]): JsonValue | undefined {
  switch (choice.type) {
    case 'auto':
      return undefined;
    case 'none':
    case 'required':
      return choice.type;
    case 'tool':
      return named(choice, tools);
    case 'allowed':
      return { type: 'allowed_tools', mode: choice.mode, tools: choice.tools.map((one) => named(one, tools)) };
  }
}

type NamedTool =
  | { type: 'function' | 'custom'; name: string; namespace?: string }
  | { type: 'namespace'; name: string }
  | { type: 'mcp'; server_label: string; name?: string };

function named({ name, namespace }: ToolName | ToolGroup, tools: readonly ToolDefinition[]): NamedTool {
  if (namespace !== undefined && tools.some((tool) => tool.kind === 'hosted' && tool.server?.label === namespace))
    return { type: 'mcp', server_label: namespace, ...(name !== undefined && { name }) };
  if (name === undefined)
    return tools.some((tool) => tool.kind !== 'hosted' && tool.namespace === namespace)
      ? { type: 'namespace', name: namespace }
      : { type: 'mcp', server_label: namespace };
  const tool = tools.find(
    (candidate) =>
      candidate.kind !== 'hosted' && isAmong([{ name, ...(namespace !== undefined && { namespace }) }], candidate),
  );
  return { type: tool?.kind === 'custom' ? 'custom' : 'function', name, ...(namespace !== undefined && { namespace }) };
}
