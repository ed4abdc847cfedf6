// Decodes tools.
import {
  type CustomTool,
  EngineError,
  type FunctionTool,
  type HostedTool,
  type JsonObject,
  type ToolDefinition,
  type Warning,
} from '@org/engine';
import { tagText } from '@org/protocol/schema';
import type {
  CustomTool as ApiCustomTool,
  FunctionTool as ApiFunctionTool,
  NamespaceTool,
  Tool,
} from '@org/protocol/responses';
import type { DecodePolicy } from '../../dialect.js';
import { jsonOf, membersBeyond } from '../../shared/json-of.js';
import { toolSearchWarning } from '../../shared/offered-tools.js';
import { warnOfCallers } from '../../shared/warn-of-callers.js';
import { warnOfToolFields } from '../../shared/warn-of-tool-fields.js';
import { asFunction, offeredClientTools } from '../client-tools/client-tools.js';
import { decodeHostedTool, hostedKindOf } from '../hosted-tools/decode-hosted-tool.js';
import { serverOf } from '../mcp/server-of.js';
import { isServerSearch } from '../server-search.js';

/** The tools of a request in their order, and those that no model will be offered. */
export interface DecodedTools {
  readonly tools: readonly ToolDefinition[];
  readonly warnings: readonly Warning[];
}

/**
 * Decodes `tools`. The members of a namespace become individual tools that know their group, and a client tool
 * becomes a function. Hosted tools that the service does not run are preserved and never offered: most clients send
 * some that they do not need. `hosted`: the upstream runs such tools itself. `path`: the path of the tools. Tools of
 * an MCP server that the service queries are offered once the server has listed them.
 */
export function decodeTools(
  payload: readonly Tool[],
  policy: Pick<DecodePolicy, 'hostedKinds' | 'hostedTools' | 'servesTools'>,
  hosted = false,
  path = 'tools',
): DecodedTools {
  const tools: ToolDefinition[] = [];
  const warnings: Warning[] = [];
  const clients = offeredClientTools(payload);
  let index = -1;
  for (const tool of payload) {
    index += 1;
    const client = clients.length === 0 ? undefined : clients.find((offered) => offered.payload === tool);
    const isMcpTool = tool.type === 'mcp' && policy.servesTools === true && !hosted;
    const kind = hosted ? undefined : hostedKindOf(tagText(tool));
    const run =
      kind !== undefined && policy.hostedKinds?.has(kind) === true
        ? decodeHostedTool(tool, `${path}.${index}`)
        : undefined;
    if (!hosted && (client !== undefined || isMcpTool || run !== undefined))
      warnings.push(...warnOfCallers(jsonOf(tool), `${path}.${index}`));
    if (client !== undefined) {
      tools.push(asFunction(client));
      continue;
    }
    if (isMcpTool) {
      tools.push({ ...hostedTool(jsonOf(tool), tool.type), server: serverOf(tool, `${path}.${index}`) });
      continue;
    }
    if (run !== undefined) {
      tools.push({ ...hostedTool(jsonOf(tool), tagText(tool)), run });
      continue;
    }
    const decoded = tool.type === 'namespace' ? decodeNamespace(tool, index) : [decodeTool(tool)];
    // The upstream's response shows whether it knows the tool.
    tools.push(
      ...(hosted && policy.hostedTools === 'reject' && !isServerSearch(tool)
        ? decoded.map((one) => neededTool(one, `${path}.${index}`))
        : decoded),
    );
    if (!hosted) warnings.push(...warnOf(tool, `${path}.${index}`));
  }
  const first = warnings.find(({ kind }) => kind === 'dropped');
  if (policy.hostedTools === 'reject' && first !== undefined) {
    throw new EngineError('unsupported', first.message, { param: first.param });
  }
  return { tools, warnings };
}

/** A group without members is no tool. */
function neededTool(tool: ToolDefinition, neededAt: string): ToolDefinition {
  return tool.kind === 'hosted' && tool.apiType !== 'namespace' ? { ...tool, neededAt } : tool;
}

/** Decodes a tool that is no group, or one of a group. */
function decodeTool(
  tool: Exclude<Tool, NamespaceTool> | NamespaceTool['tools'][number],
  group: ToolGroup = {},
): ToolDefinition {
  switch (tool.type) {
    case 'function':
      return decodeFunction(tool, group);
    case 'custom':
      return decodeCustom(tool, group);
    default:
      return { ...hostedTool(jsonOf(tool), tagText(tool)), ...toolExtensions({}, group) };
  }
}

function isFunctionOrCustom({ type }: { readonly type: unknown }): boolean {
  return type === 'function' || type === 'custom';
}

const functionMembers = new Set(['type', 'name', 'description', 'parameters', 'strict']);
const customMembers = new Set(['type', 'name', 'description', 'format']);
const customMembersWithoutFormat = new Set(['type', 'name', 'description']);
const namespaceMembers = new Set(['name', 'tools']);

/** A function without parameters still has a schema: that of an empty object. */
const noParameters: JsonObject = { type: 'object', properties: {} };

function decodeFunction(tool: ApiFunctionTool, group: ToolGroup): FunctionTool {
  const { name, description, parameters, strict } = tool;
  const schemaGiven = parameters !== undefined;
  return {
    kind: 'function',
    name,
    ...namespaceOf(group),
    ...(typeof description === 'string' && { description }),
    inputSchema: parameters === undefined || parameters === null ? noParameters : jsonOf(parameters),
    ...(typeof strict === 'boolean' && { strict }),
    ...toolExtensions(membersBeyond(jsonOf(tool), functionMembers), group, schemaGiven ? {} : { bare: true }),
  };
}

function decodeCustom(tool: ApiCustomTool, group: ToolGroup): CustomTool {
  const { name, description, format } = tool;
  const grammar = format?.type === 'grammar' ? format : undefined;
  const neutral = grammar !== undefined && Object.keys(grammar).length === 3;
  return {
    kind: 'custom',
    name,
    ...namespaceOf(group),
    ...(typeof description === 'string' && { description }),
    format:
      grammar === undefined
        ? { type: 'text' }
        : { type: 'grammar', syntax: grammar.syntax, definition: grammar.definition },
    ...toolExtensions(membersBeyond(jsonOf(tool), neutral ? customMembers : customMembersWithoutFormat), group),
  };
}

/** The namespace of a tool: its members without name and tools, and its index, so that equal names stay distinct. */
interface ToolGroup {
  readonly name?: string;
  readonly members?: JsonObject;
  readonly index?: number;
}

function decodeNamespace(tool: NamespaceTool, index: number): ToolDefinition[] {
  const group: ToolGroup = { name: tool.name, members: membersBeyond(jsonOf(tool), namespaceMembers), index };
  if (tool.tools.length === 0) return [hostedTool(jsonOf(tool), 'namespace')];
  return tool.tools.map((member) => decodeTool(member, group));
}

function hostedTool(value: JsonObject, apiType: string): HostedTool {
  return { kind: 'hosted', dialect: 'responses', apiType, value };
}

function namespaceOf(group: ToolGroup): { readonly namespace?: string } {
  return group.name === undefined ? {} : { namespace: group.name };
}

/**
 * `payload`: members without a neutral field. `group`: the namespace, see above. `bare`: the tool had no parameters
 * at all.
 */
function toolExtensions(
  payload: JsonObject,
  group: ToolGroup,
  more: JsonObject = {},
): { readonly extensions?: { readonly responses: JsonObject } } {
  const passthroughFields: JsonObject = {
    ...(Object.keys(payload).length > 0 && { payload }),
    ...(group.members !== undefined && { group: { name: group.name, members: group.members, index: group.index } }),
    ...more,
  };
  return Object.keys(passthroughFields).length === 0 ? {} : { extensions: { responses: passthroughFields } };
}

/** Warnings for a tool that is no function, and for the members of a group. */
function warnOf(tool: Tool, param: string): readonly Warning[] {
  const isGroup = tool.type === 'namespace';
  return (isGroup ? tool.tools : [tool]).flatMap((one, index) => {
    if (isFunctionOrCustom(one)) {
      const path = isGroup ? `${param}.tools.${index}` : param;
      return [...warnOfCallers(jsonOf(one), path), ...warnOfToolFields(jsonOf(one), fieldsWithEffect, path)];
    }
    return [isServerSearch(one) ? toolSearchWarning(param) : droppedToolWarning(param, tagText(one))];
  });
}

/** Fields of functions and custom tools that have an effect, or a warning of their own. */
const fieldsWithEffect = new Set([...functionMembers, ...customMembers, 'defer_loading', 'allowed_callers']);

function droppedToolWarning(param: string, apiType: string): Warning {
  return {
    kind: 'dropped',
    param,
    message: `The service cannot run tool '${apiType}' and does not offer it to the model.`,
  };
}
