// A finished wire message as a neutral result.
import type { GenerationResult } from '@org/engine/model/generation-result';
import type { Part } from '@org/engine/model/part';
import type { ContentBlock, Message } from '@org/protocol/messages';
import { jsonOf, withoutNulls } from '../shared/json-of.js';
import { answerExtensions } from './answer-bag.js';
import { opaque } from './decode-content.js';
import { decodeUsage } from './encode-usage.js';
import { extended } from './extensions.js';
import { foreignIssuer } from './reasoning.js';
import { decodeStopReason } from './stop-reason.js';

/** Seals are foreign: whoever wrote the message can verify them, this service cannot. */
export function decodeResponse(message: Message): GenerationResult {
  const refuses = message.stop_reason === 'refusal';
  return {
    model: message.model,
    parts: message.content.map((block) => decodeBlock(block, refuses)),
    finishReason: decodeStopReason(message.stop_reason, message.stop_sequence),
    usage: decodeUsage(jsonOf(message.usage)),
    warnings: [],
    ...answerExtensions(jsonOf(message)),
  };
}

function decodeBlock(block: ContentBlock, refuses: boolean): Part {
  switch (block.type) {
    case 'text': {
      const { type: _, text, citations, ...rest } = block;
      const cited = citations == null ? {} : { citations };
      return { type: 'text', text, ...(refuses && { refusal: true }), ...extended({ ...withoutNulls(jsonOf(rest)), ...cited }) };
    }
    case 'thinking': {
      const { type: _, thinking: text, signature: data, ...rest } = block;
      return { type: 'reasoning', text, seal: { issuer: foreignIssuer, form: 'signature', data }, ...extended(withoutNulls(jsonOf(rest))) };
    }
    case 'redacted_thinking': {
      const { type: _, data, ...rest } = block;
      return { type: 'reasoning', text: '', seal: { issuer: foreignIssuer, form: 'redacted', data }, ...extended(withoutNulls(jsonOf(rest))) };
    }
    case 'tool_use': {
      const { type: _, id, name, input, ...rest } = block;
      return { type: 'tool-call', callId: id, name, kind: 'function', argumentsText: JSON.stringify(input), ...extended(withoutNulls(jsonOf(rest))) };
    }
    default:
      return opaque(jsonOf(block));
  }
}
