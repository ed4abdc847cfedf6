// Blocks of which a model of another dialect sees nothing.
import type { JsonObject, MediaPart } from '@org/engine';
import { decodeMedia } from '../media.js';
import { serverToolOf } from '../mcp/server-tool-of.js';
import { opaqueText } from '../opaque-text.js';
import { decodeToolChanges } from './tool-changes.js';

/** Whether nothing reaches the model: no text, no image or file, and no change of its tools. */
export function isUnsupported(block: JsonObject): boolean {
  const { type } = block;
  switch (type) {
    case 'text':
    case 'thinking':
    case 'redacted_thinking':
    case 'tool_use':
    case 'tool_result':
      return false;
    case 'image':
    case 'document':
      return isEmptyContent(decodeMedia(type, block)) && opaqueText(block) === undefined;
    default:
      return (
        opaqueText(block) === undefined &&
        decodeToolChanges(block) === undefined &&
        serverToolOf(block)?.type !== 'call'
      );
  }
}

/** An empty text has nothing to show, unless it has a name. */
function isEmptyContent(media: MediaPart | undefined): boolean {
  return (
    media === undefined || (media.source.type === 'text' && media.source.text === '' && media.filename === undefined)
  );
}
