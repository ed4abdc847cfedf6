// Blocks of this dialect that report what hosted tools did. The input arrives in a delta, where clients look for it,
// and only when it is complete: the official client ends a stream whose input is no JSON.
import type { CallProgress, JsonObject, ServerCall, ServerToolForm } from '@org/engine';
import { blockPart } from '../block-part.js';
import { apiToolOf } from './api-tool.js';
import { hostedCallInput } from './hosted-call-input.js';
import { directCaller, resultBlock } from './result-block.js';
import type { HitSigner } from './encrypted-hits.js';

/** The form of all kinds of hosted tools, for the owner of `signer`. */
export function hostedForm(signer: HitSigner): ServerToolForm {
  return {
    callId: (ids) => ids.next('srvtoolu'),
    opened: (call) => blockPart(callBlock(call, {}), { type: 'call', call }),
    progress: (stage) => {
      switch (stage.type) {
        case 'opened':
          return [inputDelta('')];
        case 'running': {
          const input = JSON.stringify(hostedCallInput(stage.call));
          return input === '{}' ? [] : [inputDelta(input)];
        }
        case 'ended':
          return [];
      }
    },
    closed: (call) => blockPart(callBlock(call, hostedCallInput(call)), { type: 'call', call }),
    result: (call, outcome) =>
      blockPart(resultBlock(call, outcome, signer), { type: 'result', callId: call.callId, outcome }),
  };
}

function callBlock(call: ServerCall, input: JsonObject): JsonObject {
  return { type: 'server_tool_use', id: call.callId, name: apiToolOf(call), input, caller: directCaller };
}

function inputDelta(text: string): CallProgress {
  return {
    type: 'opaque',
    text: '',
    dialect: 'messages',
    value: { type: 'input_json_delta', partial_json: text },
  };
}
