// Blocks of this dialect that report what MCP server tools did. Most clients read a call's input only from the start
// of its block, so the block arrives complete; and most support no block for a listing.
import type { JsonObject, ServerCall, ServerCallOutcome, ServerToolForm } from '@org/engine';
import { outcomeTexts } from '../../shared/outcome-texts.js';
import { blockPart } from '../block-part.js';
import { serverCallInput } from '../server-call-input.js';

export const mcpForm: ServerToolForm = {
  callId: (ids) => ids.next('mcptoolu'),
  opened: (call) => blockPart(callBlock({ ...call, argumentsText: '{}' }), { type: 'call', call }),
  closed: (call) => blockPart(callBlock(call), { type: 'call', call }),
  result: (call, outcome) => blockPart(resultBlock(call, outcome), { type: 'result', callId: call.callId, outcome }),
};

function callBlock(call: ServerCall): JsonObject {
  const { callId, source, name } = call;
  return {
    type: 'mcp_tool_use',
    id: callId,
    name,
    input: serverCallInput(call),
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
