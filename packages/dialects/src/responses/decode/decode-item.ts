// Decodes one item to neutral parts, for items of requests and of responses.
import type {
  JsonObject,
  OpaquePart,
  Part,
  Role,
  SettingsChange,
  ToolCallPart,
  ToolDefinition,
  ToolResultPart,
} from '@org/engine';
import { tagText } from '@org/protocol/schema';
import type {
  FunctionCallOutput,
  ResponseCustomToolCallOutput,
  ResponseCustomToolCallParam,
  ResponseFunctionToolCallParam,
  ResponseInputMessage,
  ResponseOutputItem,
  Tool,
} from '@org/protocol/responses';
import { jsonOf, membersBeyond } from '../../shared/json-of.js';
import { decodeClientCall, decodeClientOutput } from '../client-tools/decode-client-item.js';
import { openSummary } from '../encrypt-summary.js';
import { toExtensions, withItem, type ItemPassthroughFields } from '../extensions.js';
import { opaqueText } from '../opaque-text.js';
import { hostedToolOf } from '../hosted-tools/hosted-tool-of.js';
import { withoutStoredResult, withStoredStep } from '../hosted-tools/stored-result.js';
import { serverToolOf } from '../mcp/server-tool-of.js';
import { decodeConfigurationUpdate } from './decode-configuration-update.js';
import { decodeContentList } from './decode-content.js';
import { decodeReasoning, type DecryptContent } from './decode-reasoning.js';
import { decodeTools } from './decode-tools.js';
import { isProgrammatic } from './is-programmatic.js';
import type { InputItem, ItemLocation } from './resolve-items.js';

/** Role and parts of an item. `message` holds the passthrough fields of a message that is one item of its own. */
export interface DecodedItem {
  readonly role: Role;
  /** Made for this item alone; the message that it opens may grow by the items after it. */
  readonly parts: Part[];
  readonly message?: ItemPassthroughFields;
  readonly settings?: SettingsChange;
}

/** Decodes an item. Throws for empty content and then names `location`. */
export function decodeItem(
  item: InputItem | ResponseOutputItem,
  open: DecryptContent,
  location: ItemLocation,
): DecodedItem {
  switch (item.type) {
    case undefined:
    case 'message':
      return decodeMessage(item, location);
    case 'reasoning':
      return { role: 'assistant', parts: [decodeReasoning(item, open)] };
    case 'function_call':
    case 'custom_tool_call':
      return { role: 'assistant', parts: [decodeCall(item)] };
    case 'function_call_output':
    case 'custom_tool_call_output':
      return decodeOutput(item, location);
    case 'compaction': {
      const { encrypted_content: data } = item;
      const summary = typeof data === 'string' ? openSummary(data, open) : undefined;
      return { role: roleOf('compaction'), parts: [{ ...opaqueItem('compaction', jsonOf(item)), ...summary }] };
    }
    case 'tool_search_call':
      return decodeClientItem(item.type, jsonOf(item), location) ?? serverSearch(item.type, item);
    case 'tool_search_output': {
      const found = decodeClientOutput(item.type, jsonOf(item));
      return found === undefined
        ? serverSearch(item.type, item)
        : { role: 'tool', parts: [{ ...found, toolChanges: toolsOf(item).map((tool) => ({ type: 'add', tool })) }] };
    }
    case 'additional_tools':
      return {
        role: roleOf('additional_tools'),
        parts: [
          {
            ...opaqueItem('additional_tools', jsonOf(item)),
            toolChanges: toolsOf(item).map((tool) => ({ type: 'add', tool })),
          },
        ],
      };
    case 'compaction_trigger':
      return { role: roleOf(item.type), parts: [{ ...opaqueItem(item.type, jsonOf(item)), toolChanges: [] }] };
    case 'configuration_update':
      return {
        role: roleOf('configuration_update'),
        parts: [opaqueItem('configuration_update', jsonOf(item))],
        settings: decodeConfigurationUpdate(item, location),
      };
    default:
      return decodeClientItem(tagText(item), jsonOf(item), location) ?? decodeOther(tagText(item), item);
  }
}

/** Decodes calls of client tools, and their outputs. */
function decodeClientItem(apiType: string, item: JsonObject, { impliedCallId }: ItemLocation): DecodedItem | undefined {
  const call = decodeClientCall(apiType, item);
  if (call !== undefined) return { role: 'assistant', parts: [call] };
  const output = decodeClientOutput(apiType, item, impliedCallId);
  return output && { role: 'tool', parts: [output] };
}

/**
 * A server-side search contains nothing that a model lacks: the service offers it the request's tools, including the
 * found ones.
 */
function serverSearch(apiType: string, item: object): DecodedItem {
  return { role: 'assistant', parts: [{ ...opaqueItem(apiType, jsonOf(item)), toolChanges: [] }] };
}

function decodeOther(apiType: string, item: object): DecodedItem {
  const stored = jsonOf(item);
  const serverTool = withStoredStep(serverToolOf(stored) ?? hostedToolOf(stored), stored);
  const value = withoutStoredResult(stored);
  return {
    role: roleOf(apiType),
    parts: [{ ...opaqueItem(apiType, value, opaqueText(value)), ...(serverTool !== undefined && { serverTool }) }],
  };
}

/** The tools that an item brings. Request validation already warned of those that a model cannot be offered. */
function toolsOf({ tools }: { readonly tools: readonly Tool[] }): readonly ToolDefinition[] {
  return decodeTools(tools, { hostedTools: 'warn' }).tools;
}

const messageMembers = new Set(['type', 'role', 'content']);

function decodeMessage(item: ResponseInputMessage, location: ItemLocation): DecodedItem {
  const { role, content } = item;
  const parts = decodeContentList(content, role === 'assistant' ? 'output_text' : 'input_text', location, 'content');
  let passthroughFields: ItemPassthroughFields = {
    item: membersBeyond(jsonOf(item), messageMembers, item.type === undefined ? 2 : 3),
  };
  if (typeof content === 'string') passthroughFields = { ...passthroughFields, plain: true };
  if (item.type === undefined) passthroughFields = { ...passthroughFields, typeless: true };
  if (role !== 'assistant') return { role, parts, message: passthroughFields };
  const [first] = parts;
  // An empty message has no part that could carry its id.
  if (first === undefined) return { role, parts: [opaqueItem('message', jsonOf(item))] };
  parts[0] = withItem(first, parts.length === 1 ? passthroughFields : { ...passthroughFields, parts: parts.length });
  return { role, parts };
}

const functionCallMembers = new Set(['type', 'call_id', 'name', 'namespace', 'arguments']);
const customCallMembers = new Set(['type', 'call_id', 'name', 'namespace', 'input']);
const outputMembers = new Set(['type', 'call_id', 'output']);

function decodeCall(item: ResponseFunctionToolCallParam | ResponseCustomToolCallParam): ToolCallPart {
  const isFunction = item.type === 'function_call';
  const call: ToolCallPart = {
    type: 'tool-call',
    callId: item.call_id,
    name: item.name,
    kind: isFunction ? 'function' : 'custom',
    argumentsText: isFunction ? item.arguments : item.input,
    extensions: toExtensions({
      item: membersBeyond(jsonOf(item), isFunction ? functionCallMembers : customCallMembers),
    }),
  };
  const namespacedCall: ToolCallPart =
    typeof item.namespace === 'string' ? { ...call, namespace: item.namespace } : call;
  return item.async === true || item.status === 'incomplete' || isProgrammatic(item)
    ? { ...namespacedCall, detached: true }
    : namespacedCall;
}

function decodeOutput(item: FunctionCallOutput | ResponseCustomToolCallOutput, location: ItemLocation): DecodedItem {
  const { call_id: callId, output } = item;
  // An output without a call id cannot be a result; the model still sees its content.
  if (typeof callId !== 'string') {
    return {
      role: 'user',
      parts: [opaqueItem(item.type, jsonOf(item), typeof output === 'string' ? output : undefined)],
    };
  }
  const beyond = membersBeyond(jsonOf(item), outputMembers, 3);
  const part: ToolResultPart = {
    type: 'tool-result',
    callId,
    kind: item.type === 'function_call_output' ? 'function' : 'custom',
    content: decodeContentList(output, 'input_text', location, 'output'),
    extensions: toExtensions(typeof output === 'string' ? { item: beyond, plain: true } : { item: beyond }),
  };
  return { role: 'tool', parts: [part] };
}

function opaqueItem(apiType: string, value: JsonObject, text?: string): OpaquePart {
  return { type: 'opaque', dialect: 'responses', apiType, value, ...(text !== undefined && { text }) };
}

/** Items of the client's side, or added by the client's developer; every other item is the model's. */
function roleOf(apiType: string): Role {
  switch (apiType) {
    case 'additional_tools':
    case 'configuration_update':
      return 'developer';
    case 'agent_message':
    case 'compaction':
    case 'compaction_trigger':
    case 'computer_call_output':
    case 'mcp_approval_response':
    case 'local_shell_call_output':
    case 'shell_call_output':
    case 'apply_patch_call_output':
    case 'program_output':
      return 'user';
    default:
      return 'assistant';
  }
}
