// What a model made and a wire has no place for. The client is told that it is missing: it would not know otherwise.
import type { MediaPart, TextPart } from '@org/engine';

/** Where it can be had, or that it cannot be. A text is its own words. */
export function mediaAsText(part: MediaPart): TextPart {
  const { source } = part;
  return { type: 'text', text: source.type === 'text' ? source.text : `[${nameOf(part)}: ${whereabouts(part)}]` };
}

function nameOf({ media, filename }: MediaPart): string {
  return filename === undefined ? media : `${media} ${filename}`;
}

function whereabouts({ source }: MediaPart): string {
  switch (source.type) {
    case 'url':
      return source.url.startsWith('data:') ? missing : source.url;
    case 'base64':
      return `${source.mediaType}, ${missing}`;
    case 'text':
    case 'file':
      return missing;
  }
}

const missing = 'made by the model, and not part of this answer, whose interface has no place for it';
