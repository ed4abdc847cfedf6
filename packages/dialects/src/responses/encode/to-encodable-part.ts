import type { MediaPart, Part } from '@org/engine';
import { mediaAsText } from '../../shared/media-as-text.js';
import { passthroughFieldsOf } from '../extensions.js';

/** Whether the media part is an image with its bytes, which has an item type of its own. */
export function isImage({ media, source }: MediaPart): boolean {
  return media === 'image' && source.type === 'base64';
}

/** A part in a form that this API can express: media without an item type become a message that describes them. */
export function toEncodablePart(part: Part): Part {
  if (part.type !== 'media' || isImage(part) || passthroughFieldsOf(part.extensions).content !== undefined) return part;
  return mediaAsText(part);
}
