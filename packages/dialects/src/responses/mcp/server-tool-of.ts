// What an item reports about MCP server tools, in neutral terms.
import {
  isObject,
  type JsonObject,
  type JsonValue,
  objectOf,
  type ServerCall,
  type ServerCallOutcome,
  type ServerTool,
  type ServerToolRecord,
  type TextPart,
  textOf,
} from '@org/engine';

/** Undefined for every item that reports no such thing, and for a failed listing. */
export function serverToolOf(item: JsonObject): ServerToolRecord | undefined {
  const { id, server_label: label, name, arguments: text } = item;
  const call: ServerCall = {
    callId: textOf(id),
    source: { type: 'mcp', server: textOf(label) },
    name: textOf(name),
    argumentsText: textOf(text),
  };
  switch (item['type']) {
    case 'mcp_list_tools':
      return typeof item['error'] === 'string'
        ? undefined
        : { type: 'listing', server: textOf(label), tools: objects(item['tools']).map(toolOf) };
    case 'mcp_call': {
      const { approval_request_id: approvalId } = item;
      const outcome = outcomeOf(item);
      return {
        type: 'call',
        call: { ...call, ...(typeof approvalId === 'string' && { approvalId }) },
        ...(outcome !== undefined && { outcome }),
      };
    }
    case 'mcp_approval_request':
      return { type: 'approval-request', call };
    case 'mcp_approval_response': {
      const { approval_request_id: requestId, approve, reason } = item;
      return {
        type: 'approval',
        requestId: textOf(requestId),
        approved: approve === true,
        ...(typeof reason === 'string' && { reason }),
      };
    }
    default:
      return undefined;
  }
}

function toolOf({ name, description, input_schema: schema, annotations }: JsonObject): ServerTool {
  return {
    name: textOf(name),
    ...(typeof description === 'string' && { description }),
    inputSchema: isObject(schema) ? schema : { type: 'object' },
    ...(isObject(annotations) && { annotations }),
  };
}

/** Undefined for an unfinished call: it was aborted or is still running. */
function outcomeOf({ error, output, status }: JsonObject): ServerCallOutcome | undefined {
  if (isObject(error)) return failureOf(error);
  if (typeof output === 'string') return { content: output === '' ? [] : [textPart(output)] };
  if (status === 'failed') return { content: [], isError: true };
  return status === 'completed' ? { content: [] } : undefined;
}

function failureOf(error: JsonObject): ServerCallOutcome {
  const { type, code, message, content } = error;
  switch (type) {
    case 'http_error':
    case 'mcp_protocol_error':
      return {
        content: [],
        failure: {
          kind: type === 'http_error' ? 'http' : 'protocol',
          code: typeof code === 'number' ? code : 0,
          message: textOf(message),
        },
      };
    case 'mcp_tool_execution_error':
      return { content: textsOf(content), isError: true };
    default:
      return { content: [textPart(JSON.stringify(error))], isError: true };
  }
}

function textsOf(content: JsonValue | undefined): readonly TextPart[] {
  if (typeof content === 'string') return [textPart(content)];
  return objects(content).flatMap(({ text }) => (typeof text === 'string' ? [textPart(text)] : []));
}

function textPart(text: string): TextPart {
  return { type: 'text', text };
}

function objects(value: JsonValue | undefined): readonly JsonObject[] {
  return Array.isArray(value) ? value.map(objectOf) : [];
}
