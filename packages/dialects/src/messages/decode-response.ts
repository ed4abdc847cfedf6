// A finished wire message as a neutral result.
import type { GenerationResult } from '@org/engine/model/generation-result';
import type { JsonObject, JsonValue } from '@org/engine/model/json';
import type { Part } from '@org/engine/model/part';
import type { ContentBlock, Message } from '@org/protocol/messages';
import { opaque } from './decode-content.js';
import { decodeUsage } from './encode-usage.js';
import { asJson, extended } from './extensions.js';
import { foreignIssuer } from './reasoning.js';
import { decodeStopReason } from './stop-reason.js';

/** Seals are foreign: whoever wrote the message can verify them, this service cannot. */
export function decodeResponse(message: Message): GenerationResult {
  const refuses = message.stop_reason === 'refusal';
  return {
    model: message.model,
    parts: message.content.map((block) => decodeBlock(block, refuses)),
    finishReason: decodeStopReason(message.stop_reason, message.stop_sequence),
    usage: decodeUsage(message.usage),
    warnings: [],
  };
}

function decodeBlock(block: ContentBlock, refuses: boolean): Part {
  switch (block.type) {
    case 'text': {
      const { text, citations } = block;
      return { type: 'text', text, ...(refuses && { refusal: true }), ...extended(citations == null || citations.length === 0 ? {} : { citations }) };
    }
    case 'thinking':
      return { type: 'reasoning', text: block.thinking, seal: { issuer: foreignIssuer, form: 'signature', data: block.signature } };
    case 'redacted_thinking':
      return { type: 'reasoning', text: '', seal: { issuer: foreignIssuer, form: 'redacted', data: block.data } };
    case 'tool_use': {
      const { type: _, id, name, input, ...rest } = block;
      return { type: 'tool-call', callId: id, name, kind: 'function', argumentsText: JSON.stringify(input), ...extended(withoutNulls(asJson(rest))) };
    }
    default:
      return opaque(asJson(block));
  }
}

/** Optional members of a block that are null say nothing, and some clients refuse them. */
export function withoutNulls(value: JsonObject): JsonObject {
  const kept: Record<string, JsonValue | undefined> = {};
  for (const [key, member] of Object.entries(value)) if (member !== null) kept[key] = member;
  return kept;
}
