import { customToolInput } from './free-text-input.js';
import type { JsonObject } from '../json/json.js';
import type { CustomTool, ToolDefinition } from './tool.js';
import type { Warning } from './warning.js';

/** The arguments of a custom tool that travels as a function, because the upstream knows nothing else: its free text alone. */
export const customToolSchema: JsonObject = {
  type: 'object',
  properties: { [customToolInput]: { type: 'string' } },
  required: [customToolInput],
  additionalProperties: false,
};

/** The description of such a function, which tells the model of the grammar. */
export function describeCustomTool({ description = '', format }: CustomTool): string {
  if (format.type === 'text') return description;
  const rule = `The \`${customToolInput}\` string must match this ${format.syntax === 'lark' ? 'Lark grammar' : 'regular expression'}:\n${format.definition}`;
  return description === '' ? rule : `${description}\n\n${rule}`;
}

/** What is said of custom tools whose grammar such a function cannot hold the model to. */
export function grammarWarnings(tools: readonly ToolDefinition[]): readonly Warning[] {
  return tools.flatMap((tool): readonly Warning[] => {
    if (tool.kind !== 'custom' || tool.format.type === 'text') return [];
    return [
      {
        kind: 'ignored',
        param: 'tools',
        message: `The upstream receives the grammar of '${tool.name}', but does not enforce it.`,
      },
    ];
  });
}
