import {
  customToolSchema,
  describeCustomTool,
  type GenerationRequest,
  grammarWarnings,
  isAmong,
  type JsonObject,
  type JsonValue,
  type NamedTool,
  inlineSchemaReferences,
  type ToolChoice,
  type ToolDefinition,
  type ToolNames,
  type Warning,
} from '@org/engine';
import type { CapabilityProfile } from '../compat/capability-profile.js';
import { toSupportedSchema, droppedSchemaKeywords } from './to-supported-schema.js';

/** The members of the request body that speak of tools. */
export function encodeTools(
  request: GenerationRequest,
  names: ToolNames,
  profile: CapabilityProfile,
  warnings: Warning[],
): JsonObject {
  const { toolChoice } = request;
  const tools = offeredTools(request.tools, toolChoice, profile);
  if (tools.length === 0) return {};
  if (profile.toolChoice === 'none' && (toolChoice.type === 'required' || toolChoice.type === 'tool')) {
    warnings.push({
      kind: 'ignored',
      param: 'tool_choice',
      message: 'The upstream does not support forced tool calls.',
    });
  }
  if (toolChoice.type !== 'none') warnings.push(...unenforcedToolWarnings(tools, profile));
  const choice = encodeToolChoice(toolChoice, names, profile);
  return {
    tools: tools.map((tool) => encodeTool(tool, names, profile)),
    ...(choice === undefined ? {} : { tool_choice: choice }),
    ...(request.parallelToolCalls ? {} : { parallel_tool_calls: false }),
  };
}

/** Returns the tools for which the requested strict arguments are not enforced. */
function unenforcedToolWarnings(tools: readonly NamedTool[], profile: CapabilityProfile): readonly Warning[] {
  const { strictTools } = profile;
  const strict = !strictTools && tools.some((tool) => tool.kind === 'function' && tool.strict === true);
  const result: readonly Warning[] = strict
    ? [
        {
          kind: 'ignored',
          param: 'tools',
          message: 'The upstream receives the schemas of strict tools, but does not enforce them.',
        },
      ]
    : [];
  const droppedKeywords = droppedSchemaKeywords(profile);
  const schemaWarnings: readonly Warning[] =
    droppedKeywords === undefined
      ? []
      : [
          {
            kind: 'ignored',
            param: 'tools',
            message: `The upstream receives the schemas of tools without ${droppedKeywords}.`,
          },
        ];
  return [...result, ...schemaWarnings, ...grammarWarnings(tools)];
}

function offeredTools(
  tools: readonly ToolDefinition[],
  choice: ToolChoice,
  profile: CapabilityProfile,
): readonly NamedTool[] {
  const offered = tools.filter((tool) => tool.kind !== 'hosted');
  switch (choice.type) {
    case 'allowed':
      return offered.filter((tool) => isAmong(choice.tools, tool));
    case 'none':
      return profile.toolChoice === 'all' ? offered : [];
    case 'tool':
      return profile.toolChoice === 'all'
        ? offered
        : offered.filter(({ name, namespace }) => name === choice.name && namespace === choice.namespace);
    case 'auto':
    case 'required':
      return offered;
  }
}

/** Omits `auto`: every upstream does it by default, and some reject the word. */
function encodeToolChoice(choice: ToolChoice, names: ToolNames, profile: CapabilityProfile): JsonValue | undefined {
  if (profile.toolChoice === 'none') return undefined;
  switch (choice.type) {
    case 'auto':
      return undefined;
    case 'none':
    case 'required':
      return choice.type;
    case 'allowed':
      return choice.mode === 'required' ? 'required' : undefined;
    case 'tool':
      return profile.toolChoice === 'required'
        ? 'required'
        : { type: 'function', function: { name: names.toApiName(choice.name, choice.namespace) } };
  }
}

function encodeTool(tool: NamedTool, names: ToolNames, profile: CapabilityProfile): JsonObject {
  const name = names.toApiName(tool.name, tool.namespace);
  if (tool.kind === 'custom')
    return {
      type: 'function',
      function: { name, description: describeCustomTool(tool), parameters: customToolSchema },
    };
  return {
    type: 'function',
    function: {
      name,
      ...(tool.description === undefined ? {} : { description: tool.description }),
      parameters: encodeSchema(tool.inputSchema, profile),
      ...(profile.strictTools && tool.strict !== undefined ? { strict: tool.strict } : {}),
    },
  };
}

function encodeSchema(schema: JsonObject, profile: CapabilityProfile): JsonObject {
  const result = toSupportedSchema(schema, profile);
  return profile.bareSchemas ? result : inlineSchemaReferences(result);
}
