import type { MediaPart } from './part.js';

/** What a file of this media type is shown to a model as. */
export function mediaKind(mediaType: string): MediaPart['media'] {
  if (mediaType.startsWith('image/')) return 'image';
  return mediaType.startsWith('audio/') ? 'audio' : 'document';
}
