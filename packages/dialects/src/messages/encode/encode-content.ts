// Encodes neutral parts as content blocks of a request. Leaves out parts without an API block.
import type { JsonObject, JsonValue, Part, ToolCallPart, ToolResultPart } from '@org/engine';
import { argumentsObject } from '../../shared/arguments-object.js';
import { passthroughFieldsOf, shapeKey, apiFields } from '../extensions.js';
import { encodeMedia } from '../media.js';
import { convertServerToolBlocks } from '../mcp/convert-server-tool-blocks.js';
import { encodeThinkingParam } from '../reasoning.js';

export function encodeBlockParams(parts: readonly Part[]): JsonObject[] {
  return convertServerToolBlocks(parts)
    .map(encodeBlockParam)
    .filter((block) => block !== undefined);
}

function encodeBlockParam(part: Part): JsonObject | undefined {
  switch (part.type) {
    case 'text':
      return { type: 'text', text: part.text, ...apiFields(passthroughFieldsOf(part)) };
    case 'reasoning':
      return encodeThinkingParam(part);
    case 'tool-call':
      return {
        type: 'tool_use',
        id: part.callId,
        name: part.name,
        input: callInput(part),
        ...apiFields(passthroughFieldsOf(part)),
      };
    case 'tool-result':
      return encodeToolResult(part);
    case 'media':
      return encodeMedia(part);
    case 'opaque':
      return part.dialect === 'messages' ? part.value : textBlock(part.text);
  }
}

/**
 * The arguments as the API's parsed object. Free text of a custom tool becomes the member `input`; truncated
 * arguments that are no JSON object become an empty object.
 */
export function callInput(part: ToolCallPart): JsonObject {
  if (part.kind === 'custom') return { input: part.argumentsText };
  return argumentsObject(part.argumentsText);
}

function encodeToolResult(part: ToolResultPart): JsonObject {
  const passthroughFields = passthroughFieldsOf(part);
  const content = resultContent(part, passthroughFields[shapeKey]);
  return {
    type: 'tool_result',
    tool_use_id: part.callId,
    ...(content !== undefined && { content }),
    ...(part.isError !== undefined && { is_error: part.isError }),
    ...apiFields(passthroughFields),
  };
}

function resultContent(part: ToolResultPart, shape: JsonValue | undefined): JsonValue | undefined {
  if (shape === 'absent') return undefined;
  const [only] = part.content;
  if (shape === 'string') return only?.type === 'text' ? only.text : '';
  return encodeBlockParams(part.content);
}

function textBlock(text: string | undefined): JsonObject | undefined {
  return text === undefined ? undefined : { type: 'text', text };
}
