import type { MediaPart } from './part.js';

/** The media kind under which a model sees a file of this media type. */
export function mediaKind(mediaType: string): MediaPart['media'] {
  if (mediaType.startsWith('image/')) return 'image';
  return mediaType.startsWith('audio/') ? 'audio' : 'document';
}
