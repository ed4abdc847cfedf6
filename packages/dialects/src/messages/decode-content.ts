// Content blocks of a request to neutral parts. Total: what has no neutral meaning becomes an opaque part.
import type { MediaPart, OpaquePart, Part, TextPart, ToolResultPart } from '@org/engine/model/part';
import type { Sealer } from '@org/engine/ports/sealer';
import type { ContentBlockParam, ToolResultBlockParam } from '@org/protocol/messages';
import { asJson, extended } from './extensions.js';
import { decodeMedia } from './media.js';
import { opaqueText } from './opaque-text.js';
import { decodeRedactedThinking, decodeThinking } from './reasoning.js';

/** Any block of a message. */
export function decodeBlock(block: ContentBlockParam, sealer: Sealer): Part {
  switch (block.type) {
    case 'thinking':
      return decodeThinking(block, sealer);
    case 'redacted_thinking':
      return decodeRedactedThinking(block);
    case 'tool_use': {
      const { type: _, id, name, input, ...rest } = block;
      return { type: 'tool-call', callId: id, name, kind: 'function', argumentsText: JSON.stringify(input), ...extended(rest) };
    }
    case 'tool_result':
      return decodeToolResult(block);
    default:
      return decodeShown(block);
  }
}

/** A block as it may also stand inside a tool result: text, media, or something to keep verbatim. */
export function decodeShown(block: { readonly type: unknown }): TextPart | MediaPart | OpaquePart {
  const wire = asJson(block);
  switch (wire['type']) {
    case 'text': {
      const { type: _, text, ...rest } = wire;
      return typeof text === 'string' ? { type: 'text', text, ...extended(rest) } : opaque(wire);
    }
    case 'image':
      return decodeMedia('image', wire) ?? opaque(wire);
    case 'document':
      return decodeMedia('document', wire) ?? opaque(wire);
    default:
      return opaque(wire);
  }
}

function decodeToolResult(block: ToolResultBlockParam): ToolResultPart {
  const { type: _, tool_use_id: callId, content, is_error: isError, ...rest } = block;
  const part = { type: 'tool-result', callId, kind: 'function', ...(isError !== undefined && { isError }) } as const;
  if (typeof content === 'string') return { ...part, content: content === '' ? [] : [{ type: 'text', text: content }], ...extended(rest, 'string') };
  if (content === undefined) return { ...part, content: [], ...extended(rest, 'absent') };
  return { ...part, content: content.map(decodeShown), ...extended(rest) };
}

/** A block kept verbatim, with what a model can be shown of it. */
export function opaque(wire: ReturnType<typeof asJson>): OpaquePart {
  const text = opaqueText(wire);
  return { type: 'opaque', dialect: 'messages', wireType: String(wire['type']), value: wire, ...(text !== undefined && { text }) };
}
