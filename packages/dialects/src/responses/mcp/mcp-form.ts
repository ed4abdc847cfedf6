// Items of this dialect that report what MCP server tools did.
import type {
  JsonObject,
  JsonValue,
  ServerCall,
  ServerCallOutcome,
  ServerTool,
  ServerToolForm,
  ServerToolSource,
} from '@org/engine';
import { outcomeTexts } from '../../shared/outcome-texts.js';
import { progressPart, toServiceItem } from '../service-item.js';

export const mcpForm: ServerToolForm = {
  listing: (server, tools, ids) =>
    toServiceItem(
      { type: 'mcp_list_tools', id: ids.next('mcpl'), server_label: server, tools: tools.map(apiTool) },
      { type: 'listing', server, tools },
    ),
  approvalRequest(call, ids) {
    const callId = ids.next('mcpr');
    const { source, name, argumentsText } = call;
    return toServiceItem(
      { type: 'mcp_approval_request', id: callId, server_label: labelOf(source), name, arguments: argumentsText },
      { type: 'approval-request', call: { ...call, callId } },
    );
  },
  callId: (ids) => ids.next('mcp'),
  opened: (call) =>
    toServiceItem(
      { ...callItem({ ...call, argumentsText: '' }), output: null, error: null, status: 'in_progress' },
      { type: 'call', call },
    ),
  argumentsReader: () => (text) => [progressPart({ type: 'response.mcp_call_arguments.delta', delta: text })],
  progress: ({ type, call }) =>
    type === 'running'
      ? [progressPart({ type: 'response.mcp_call_arguments.done', arguments: call.argumentsText })]
      : [],
  closed: (call, outcome) =>
    toServiceItem(endedCall(call, outcome), { type: 'call', call, ...(outcome !== undefined && { outcome }) }),
};

/** The item of an ended call, with or without a result. */
function endedCall(call: ServerCall, outcome: ServerCallOutcome | undefined): JsonObject {
  if (outcome === undefined) return { ...callItem(call), output: null, error: null, status: 'incomplete' };
  const error = errorOf(outcome);
  return {
    ...callItem(call),
    output: error === null ? outcomeTexts(outcome).join('\n') : null,
    error,
    status: error === null ? 'completed' : 'failed',
  };
}

function callItem({ callId, source, name, argumentsText, approvalId }: ServerCall): JsonObject {
  return {
    type: 'mcp_call',
    id: callId,
    server_label: labelOf(source),
    name,
    arguments: argumentsText,
    approval_request_id: approvalId ?? null,
  };
}

function errorOf(outcome: ServerCallOutcome): JsonValue {
  const { failure, isError } = outcome;
  if (failure !== undefined) {
    const { kind, code, message } = failure;
    return { type: kind === 'http' ? 'http_error' : 'mcp_protocol_error', code, message };
  }
  return isError === true
    ? { type: 'mcp_tool_execution_error', content: outcomeTexts(outcome).map((text) => ({ type: 'text', text })) }
    : null;
}

function apiTool({ name, description, inputSchema, annotations }: ServerTool): JsonObject {
  return {
    name,
    ...(description !== undefined && { description }),
    input_schema: inputSchema,
    ...(annotations !== undefined && { annotations }),
  };
}

function labelOf(source: ServerToolSource): string {
  return source.type === 'mcp' ? source.server : source.kind;
}
