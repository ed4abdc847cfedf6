// Blocks of which a model of another dialect sees nothing.
import type { JsonObject, MediaPart } from '@org/engine';
import { isEncrypted } from '../hosted-tools/record-of-block.js';
import { decodeMedia } from '../media.js';
import { serverToolOf } from '../mcp/server-tool-of.js';
import { opaqueText } from '../opaque-text.js';
import { decodeToolChanges } from './tool-changes.js';

/**
 * Whether nothing reaches the model: no text, no image or file, no change of its tools, and no call of a server tool.
 * `readsUploads`: its code can read the files of `container_upload` blocks.
 */
export function isUnsupported(block: JsonObject, readsUploads: boolean): boolean {
  const { type } = block;
  switch (type) {
    case 'text':
    case 'thinking':
    case 'redacted_thinking':
    case 'tool_use':
    case 'tool_result':
      return false;
    case 'container_upload':
      return !readsUploads;
    case 'image':
    case 'document':
      return isEmptyContent(decodeMedia(type, block)) && opaqueText(block) === undefined;
    default:
      return opaqueText(block) === undefined && decodeToolChanges(block) === undefined && !isReadableRecord(block);
  }
}

/** A call reaches the model with its result, even an empty one, unless only the vendor can read that. */
function isReadableRecord(block: JsonObject): boolean {
  const type = serverToolOf(block)?.type;
  return type === 'call' || (type === 'result' && !isEncrypted(block));
}

/** An empty text has nothing to show, unless it has a name. */
function isEmptyContent(media: MediaPart | undefined): boolean {
  return (
    media === undefined || (media.source.type === 'text' && media.source.text === '' && media.filename === undefined)
  );
}
