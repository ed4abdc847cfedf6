// Encodes neutral tools and tool choice for the API.
import {
  type CustomTool,
  type GenerationRequest,
  isAmong,
  type JsonObject,
  type ToolChoice,
  type ToolDefinition,
} from '@org/engine';
import { passthroughFieldsOf, apiFields } from '../extensions.js';
import { implicitToolset } from '../mcp/decode-servers.js';

/** The tools that may be called. This API has no choice among some of its tools, so the others are not offered. */
export function allowedTools({
  tools,
  toolChoice,
}: Pick<GenerationRequest, 'tools' | 'toolChoice'>): readonly ToolDefinition[] {
  if (toolChoice.type !== 'allowed') return tools;
  return tools.filter((tool) => tool.kind !== 'hosted' && isAmong(toolChoice.tools, tool));
}

/** Leaves out hosted tools of another dialect, which have no form here; MCP servers have a separate field. */
export function encodeTools(tools: readonly ToolDefinition[]): JsonObject[] {
  return tools.flatMap((tool): JsonObject[] => {
    switch (tool.kind) {
      case 'function': {
        const passthroughFields = apiFields(passthroughFieldsOf(tool));
        // A typed tool: its passthrough fields are its complete API form.
        if (typeof passthroughFields['type'] === 'string' && passthroughFields['type'] !== 'custom')
          return [passthroughFields];
        return [
          {
            name: tool.name,
            ...(tool.description !== undefined && { description: tool.description }),
            input_schema: tool.inputSchema,
            ...(tool.strict !== undefined && { strict: tool.strict }),
            ...passthroughFields,
          },
        ];
      }
      case 'custom':
        return [textTool(tool)];
      case 'hosted':
        return tool.dialect === 'messages' && tool.apiType !== implicitToolset ? [tool.value] : [];
    }
  });
}

/** A custom tool as a tool with one string; a grammar only becomes part of the description. */
function textTool(tool: CustomTool): JsonObject {
  const grammar =
    tool.format.type === 'grammar'
      ? `\nThe input must match this ${tool.format.syntax} grammar:\n${tool.format.definition}`
      : '';
  const description = `${tool.description ?? ''}${grammar}`.trim();
  return {
    name: tool.name,
    ...(description !== '' && { description }),
    input_schema: { type: 'object', properties: { input: { type: 'string' } }, required: ['input'] },
  };
}

/** The API's tool choice; `undefined` where leaving the field out means the same. */
export function encodeToolChoice(
  choice: ToolChoice,
  parallel: boolean,
  remaining: JsonObject | undefined,
): JsonObject | undefined {
  const api = apiChoice(choice);
  if (remaining === undefined && parallel && api['type'] === 'auto') return undefined;
  // A model that makes no calls makes none in parallel: only a client of this dialect may have set both.
  const single = !parallel && (remaining !== undefined || api['type'] !== 'none');
  return { ...api, ...(single && { disable_parallel_tool_use: true }), ...remaining };
}

function apiChoice(choice: ToolChoice): JsonObject {
  switch (choice.type) {
    case 'auto':
    case 'none':
      return { type: choice.type };
    case 'required':
      return { type: 'any' };
    case 'tool':
      return { type: 'tool', name: choice.name };
    case 'allowed':
      return { type: choice.mode === 'required' ? 'any' : 'auto' };
  }
}
