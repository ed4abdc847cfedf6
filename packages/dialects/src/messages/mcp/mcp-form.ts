// Blocks of this dialect that report what MCP server tools did. Most clients read a call's input only from the start
// of its block, so the block arrives complete; and most support no block for a listing.
import {
  type JsonObject,
  nestsDeeper,
  type OpaquePart,
  type ServerCall,
  type ServerCallOutcome,
  type ServerToolForm,
  type ServerToolRecord,
} from '@org/engine';
import { argumentsObject } from '../../shared/arguments-object.js';
import { outcomeTexts } from '../../shared/outcome-texts.js';
import { opaqueText } from '../opaque-text.js';

export const mcpForm: ServerToolForm = {
  callId: (ids) => ids.next('mcptoolu'),
  opened: (call) => blockPart(callBlock({ ...call, argumentsText: '{}' }), { type: 'call', call }),
  closed: (call) => blockPart(callBlock(call), { type: 'call', call }),
  result: (call, outcome) => blockPart(resultBlock(call, outcome), { type: 'result', callId: call.callId, outcome }),
};

/** The deepest input that is surely written. */
const maxNesting = 1000;

function callBlock({ callId, source, name, argumentsText }: ServerCall): JsonObject {
  return {
    type: 'mcp_tool_use',
    id: callId,
    name,
    input: nestsDeeper(argumentsText, maxNesting) ? {} : argumentsObject(argumentsText),
    server_name: source.type === 'mcp' ? source.server : '',
  };
}

function resultBlock({ callId }: ServerCall, outcome: ServerCallOutcome): JsonObject {
  const failed = outcome.isError === true || outcome.failure !== undefined;
  return {
    type: 'mcp_tool_result',
    tool_use_id: callId,
    is_error: failed,
    content: outcomeTexts(outcome).map((text) => ({ type: 'text', text })),
  };
}

function blockPart(value: JsonObject, serverTool: ServerToolRecord): OpaquePart {
  const text = opaqueText(value);
  return {
    type: 'opaque',
    dialect: 'messages',
    apiType: String(value['type']),
    value,
    ...(text !== undefined && { text }),
    serverTool,
  };
}
