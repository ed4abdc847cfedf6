// Which tools the model may or must call, neutral to wire.
import type { JsonValue } from '@org/engine/model/json';
import type { ToolChoice, ToolDefinition } from '@org/engine/model/tool';

/** The wire choice; undefined for `auto`, which is the default. A tool's kind is looked up among `tools`. */
export function encodeToolChoice(choice: ToolChoice, tools: readonly ToolDefinition[]): JsonValue | undefined {
  switch (choice.type) {
    case 'auto':
      return undefined;
    case 'none':
    case 'required':
      return choice.type;
    case 'tool':
      return { ...named(choice.name, tools), ...(choice.namespace !== undefined && { namespace: choice.namespace }) };
    case 'allowed':
      return { type: 'allowed_tools', mode: choice.mode, tools: choice.names.map((name) => named(name, tools)) };
  }
}

function named(name: string, tools: readonly ToolDefinition[]): { type: 'function' | 'custom'; name: string } {
  const tool = tools.find((candidate) => candidate.kind !== 'hosted' && candidate.name === name);
  return { type: tool?.kind === 'custom' ? 'custom' : 'function', name };
}
