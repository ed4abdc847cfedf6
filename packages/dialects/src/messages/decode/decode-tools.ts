// Tools and the choice among them.
import {
  EngineError,
  type HostedTool,
  hostedGroup,
  type HostedToolKind,
  isObject,
  type JsonObject,
  objectOf,
  type ToolChoice,
  type ToolDefinition,
  type Warning,
} from '@org/engine';
import type { MessageCreateParams, ToolUnion } from '@org/protocol/messages';
import type { DecodePolicy } from '../../dialect.js';
import { clientToolForm, isClientToolset } from './client-tools.js';
import { jsonOf, membersBeyond } from '../../shared/json-of.js';
import { toolSearchWarning } from '../../shared/offered-tools.js';
import { warnOfCallers } from '../../shared/warn-of-callers.js';
import { warnOfToolFields } from '../../shared/warn-of-tool-fields.js';
import { type CodeInput, decodeHostedTool } from '../hosted-tools/decode-hosted-tool.js';
import type { McpServers } from '../mcp/decode-servers.js';
import { extended, withRemainingFields } from '../extensions.js';

export interface DecodedTools {
  readonly tools: readonly ToolDefinition[];
  readonly warnings: readonly Warning[];
}

/**
 * Decodes tools. Throws `unsupported` for a vendor-hosted tool when the policy says so; otherwise the tool is
 * preserved and never offered. `hosted`: the upstream runs such tools itself. `servers`: the MCP servers whose tools
 * this service calls. `code`: what a code tool works with, if the service runs it.
 */
export function decodeTools(
  tools: readonly ToolUnion[],
  policy: DecodePolicy,
  hosted: boolean,
  servers: McpServers | undefined,
  code: CodeInput = {},
): DecodedTools {
  const warnings: Warning[] = [];
  const decoded = tools.map((tool, position) => {
    const definition = decodeTool(jsonOf(tool));
    const server = servers?.toolsets.get(position);
    if (definition.kind === 'hosted' && server !== undefined) {
      if (defersTools(definition.value)) warnings.push(toolSearchWarning(`tools.${position}`));
      return { ...definition, server };
    }
    if (servers !== undefined && tool.type === 'mcp_toolset') {
      warnings.push({
        kind: 'dropped',
        param: 'mcp_servers',
        message: `The service does not offer the tools of the MCP server '${tool.mcp_server_name}': this request does not list it in 'mcp_servers'.`,
      });
      return definition;
    }
    if (hosted) return definition;
    const path = `tools.${position}`;
    if (definition.kind === 'hosted') {
      const served = decodeHostedTool(definition, path, policy.hostedKinds ?? none, code);
      if (served === undefined) {
        warnings.push(dropHosted(definition, path, policy));
        return definition;
      }
      warnings.push(...served.warnings);
      return { ...definition, run: served.run };
    }
    warnings.push(...lostMembers(jsonOf(tool), path));
    return definition;
  });
  return { tools: servers === undefined ? decoded : [...decoded, ...servers.withoutToolset], warnings };
}

const none: ReadonlySet<HostedToolKind> = new Set();

/** Whether any tool of a server is offered only after a search for it. */
function defersTools({ default_config: others, configs }: JsonObject): boolean {
  return [others, ...Object.values(objectOf(configs))].some((config) => objectOf(config)['defer_loading'] === true);
}

/** What a model of another make has no use for. */
function lostMembers(tool: JsonObject, path: string): readonly Warning[] {
  const { input_examples: examples } = tool;
  const hasNoExamples = !Array.isArray(examples) || examples.length === 0;
  return [
    ...warnOfCallers(tool, path),
    ...(clientToolForm(tool) === undefined ? warnOfToolFields(tool, fieldsWithEffect, path) : []),
    ...(hasNoExamples
      ? []
      : [
          {
            kind: 'dropped' as const,
            param: `${path}.input_examples`,
            message: 'The service sends the schema of the tool to the model without the examples.',
          },
        ]),
  ];
}

/**
 * The warning that a hosted tool is not offered. Throws `unsupported` when the policy says so, but not for tools that
 * run at the client or have nothing to do.
 */
export function dropHosted({ apiType }: HostedTool, param: string, policy: DecodePolicy): Warning {
  if (apiType.startsWith('tool_search_tool_')) return toolSearchWarning(param);
  if (isClientToolset(apiType))
    return {
      kind: 'dropped',
      param,
      message: `The service cannot describe the tool type ${apiType} to this model and does not offer it.`,
    };
  if (policy.hostedTools === 'reject')
    throw new EngineError('unsupported', `${param}: tools of type '${apiType}' are not available on this service`, {
      param,
    });
  return {
    kind: 'dropped',
    param,
    message: `The service cannot run the tool type ${apiType} and does not offer it to the model.`,
  };
}

const toolMembers = new Set(['name', 'input_schema', 'description', 'strict']);

/** Fields of a client's tool that have an effect, or a warning of their own. Arguments always stream at once. */
const fieldsWithEffect: ReadonlySet<string> = new Set([
  ...toolMembers,
  'type',
  'cache_control',
  'defer_loading',
  'allowed_callers',
  'input_examples',
  'eager_input_streaming',
]);

/**
 * Decodes a client's tool to a function tool, whether its schema is in the payload or in the dialect's documentation;
 * the latter stores its full API form in the passthrough fields, because this service defines its schema. `defer_loading` changes
 * nothing: the client sends such a tool once the model has requested it.
 */
export function decodeTool(tool: JsonObject): ToolDefinition {
  const { type, name, input_schema: inputSchema } = tool;
  const custom = type === undefined || type === null || type === 'custom';
  if (custom && typeof name === 'string' && isObject(inputSchema)) {
    const { description, strict } = tool;
    const definition: ToolDefinition = {
      kind: 'function',
      name,
      inputSchema,
      ...(typeof description === 'string' && { description }),
      ...(typeof strict === 'boolean' && { strict }),
    };
    return withRemainingFields(definition, membersBeyond(tool, toolMembers));
  }
  const apiType = String(type);
  const form = clientToolForm(tool);
  if (form !== undefined && typeof name === 'string') return { kind: 'function', name, ...form, ...extended(tool) };
  return { kind: 'hosted', dialect: 'messages', apiType, ...(typeof name === 'string' && { name }), value: tool };
}

export interface DecodedToolChoice {
  readonly toolChoice: ToolChoice;
  readonly parallelToolCalls: boolean;
  /** The remainder of the field; `undefined` when it was absent. */
  readonly remaining?: JsonObject;
}

/** `tools`: those of the request, decoded. A choice of one that the service runs is a choice among its functions. */
export function decodeToolChoice(
  choice: MessageCreateParams['tool_choice'],
  tools: readonly ToolDefinition[] = [],
): DecodedToolChoice {
  if (choice === undefined) return { toolChoice: { type: 'auto' }, parallelToolCalls: true };
  const { type, name, disable_parallel_tool_use: disable, ...rest } = jsonOf(choice);
  const remaining = {
    ...rest,
    ...(disable !== true && disable !== undefined && { disable_parallel_tool_use: disable }),
  };
  return { toolChoice: neutralChoice(type, name, tools), parallelToolCalls: disable !== true, remaining };
}

function neutralChoice(type: unknown, name: unknown, tools: readonly ToolDefinition[]): ToolChoice {
  switch (type) {
    case 'any':
      return { type: 'required' };
    case 'none':
      return { type: 'none' };
    case 'tool': {
      const kind = servedKind(name, tools);
      if (kind !== undefined) return { type: 'allowed', mode: 'required', tools: [hostedGroup(kind)] };
      return typeof name === 'string' ? { type: 'tool', name } : { type: 'required' };
    }
    default:
      return { type: 'auto' };
  }
}

/** The kind of the tool of this name that the service runs. */
function servedKind(name: unknown, tools: readonly ToolDefinition[]): HostedToolKind | undefined {
  const tool = tools.find((one) => one.kind === 'hosted' && one.run !== undefined && one.name === name);
  return tool?.kind === 'hosted' ? tool.run?.kind : undefined;
}
