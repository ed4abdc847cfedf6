import type { MediaPart, Part } from '@org/engine';
import { mediaAsText } from '../../shared/media-as-text.js';
import { passthroughFieldsOf } from '../extensions.js';

/** A picture with its bytes, which has an item of its own. */
export function isPicture({ media, source }: MediaPart): boolean {
  return media === 'image' && source.type === 'base64';
}

/** A part of an answer as this wire can say it: media that have no item here are a message that tells of them. */
export function sayable(part: Part): Part {
  if (part.type !== 'media' || isPicture(part) || passthroughFieldsOf(part.extensions).content !== undefined)
    return part;
  return mediaAsText(part);
}
