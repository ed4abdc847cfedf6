// Content blocks of a request to neutral parts. Total: what has no neutral meaning becomes an opaque part.
import type { MediaPart, OpaquePart, Part, ReasoningSigner, TextPart, ToolCallPart, ToolResultPart } from '@org/engine';
import type { ContentBlockParam, ToolResultBlockParam } from '@org/protocol/messages';
import { jsonOf, membersOutside } from '../../shared/json-of.js';
import { citableMember } from '../citable.js';
import { withRemainingFields } from '../extensions.js';
import { decodeMedia } from '../media.js';
import { serverToolOf } from '../mcp/server-tool-of.js';
import { opaqueText } from '../opaque-text.js';
import { decodeRedactedThinking, decodeThinking } from '../reasoning.js';
import { decodeToolChanges } from './tool-changes.js';

/** Any block of a message. */
export function decodeBlock(block: ContentBlockParam, reasoningSigner: ReasoningSigner): Part {
  switch (block.type) {
    case 'thinking':
      return decodeThinking(block, reasoningSigner);
    case 'redacted_thinking':
      return decodeRedactedThinking(block);
    case 'tool_use': {
      const call: ToolCallPart = {
        type: 'tool-call',
        callId: block.id,
        name: block.name,
        kind: 'function',
        argumentsText: JSON.stringify(block.input),
      };
      return withRemainingFields(call, membersOutside(jsonOf(block), callMembers, 4));
    }
    case 'tool_result':
      return decodeToolResult(block);
    case 'tool_addition':
    case 'tool_removal':
    case 'compaction': {
      const part = opaque(jsonOf(block));
      const toolChanges = decodeToolChanges(part.value);
      return toolChanges === undefined ? part : { ...part, toolChanges };
    }
    default:
      return decodeResultContentBlock(block, reasoningSigner);
  }
}

const callMembers = new Set(['type', 'id', 'name', 'input']);
const textMembers = new Set(['type', 'text']);
const resultMembers = new Set(['type', 'tool_use_id', 'content', 'is_error']);

/**
 * A block that may also appear inside a tool result: text, media, or something to preserve verbatim. `signer` reads the
 * texts that a search found.
 */
export function decodeResultContentBlock(
  block: { readonly type: unknown },
  signer?: ReasoningSigner,
): TextPart | MediaPart | OpaquePart {
  const payload = jsonOf(block);
  switch (payload['type']) {
    case 'text': {
      const { text } = payload;
      return typeof text === 'string'
        ? withRemainingFields({ type: 'text', text }, membersOutside(payload, textMembers, 2))
        : opaque(payload);
    }
    case 'image':
      return decodeMedia('image', payload) ?? opaque(payload);
    case 'document':
      return decodeMedia('document', payload) ?? opaque(payload);
    default:
      return opaque(payload, signer);
  }
}

function decodeToolResult(block: ToolResultBlockParam): ToolResultPart {
  const { tool_use_id: callId, content, is_error: isError } = block;
  const bare: ToolResultPart = { type: 'tool-result', callId, kind: 'function', content: decodeResultContent(content) };
  const part = isError === undefined ? bare : { ...bare, isError };
  const remaining = membersOutside(
    jsonOf(block),
    resultMembers,
    2 + (content === undefined ? 0 : 1) + (isError === undefined ? 0 : 1),
  );
  if (content === undefined) return withRemainingFields(part, remaining, 'absent');
  return typeof content === 'string'
    ? withRemainingFields(part, remaining, 'string')
    : withRemainingFields(part, remaining);
}

function decodeResultContent(content: ToolResultBlockParam['content']): ToolResultPart['content'] {
  if (content === undefined || content === '') return [];
  return typeof content === 'string'
    ? [{ type: 'text', text: content }]
    : content.map((block) => decodeResultContentBlock(block));
}

/** A block preserved verbatim, with the text that a model may see. */
export function opaque(payload: ReturnType<typeof jsonOf>, signer?: ReasoningSigner): OpaquePart {
  const text = opaqueText(payload);
  const summary = payload['type'] === 'compaction' && text !== undefined;
  const serverTool = serverToolOf(payload, signer);
  return {
    type: 'opaque',
    dialect: 'messages',
    apiType: String(payload['type']),
    value: payload,
    ...(text !== undefined && { text }),
    ...citableMember(payload),
    ...(summary && { replacesEarlier: true }),
    ...(serverTool !== undefined && { serverTool }),
  };
}
