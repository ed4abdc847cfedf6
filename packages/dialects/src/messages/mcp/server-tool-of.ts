// What a block reports about server tools, in neutral terms.
import {
  isObject,
  type JsonObject,
  type JsonValue,
  objectOf,
  type ServerTool,
  type ServerToolRecord,
  type TextPart,
  textOf,
} from '@org/engine';
import type { HitSigner } from '../hosted-tools/encrypted-hits.js';
import { hostedRecordOf } from '../hosted-tools/record-of-block.js';

/** Undefined for every block that reports no such thing. `signer` reads the texts that a search found. */
export function serverToolOf(block: JsonObject, signer?: HitSigner): ServerToolRecord | undefined {
  switch (block['type']) {
    case 'mcp_tool_use': {
      const { id, server_name: server, name, input } = block;
      return {
        type: 'call',
        call: {
          callId: textOf(id),
          source: { type: 'mcp', server: textOf(server) },
          name: textOf(name),
          argumentsText: JSON.stringify(input ?? {}),
        },
      };
    }
    case 'mcp_tool_result': {
      const { tool_use_id: callId, content, is_error: isError } = block;
      return {
        type: 'result',
        callId: textOf(callId),
        outcome: { content: textsOf(content), ...(isError === true && { isError }) },
      };
    }
    case 'mcp_tool_listing':
      return { type: 'listing', server: textOf(block['mcp_server_name']), tools: objects(block['tools']).map(toolOf) };
    default:
      return hostedRecordOf(block, signer);
  }
}

function toolOf({ name, description, input_schema: schema }: JsonObject): ServerTool {
  return {
    name: textOf(name),
    ...(typeof description === 'string' && { description }),
    inputSchema: isObject(schema) ? schema : { type: 'object' },
  };
}

function textsOf(content: JsonValue | undefined): readonly TextPart[] {
  if (typeof content === 'string') return content === '' ? [] : [{ type: 'text', text: content }];
  return objects(content).flatMap(({ text }) => (typeof text === 'string' ? [{ type: 'text', text }] : []));
}

function objects(value: JsonValue | undefined): readonly JsonObject[] {
  return Array.isArray(value) ? value.map(objectOf) : [];
}
