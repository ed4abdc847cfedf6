import type { MediaPart, MediaSource } from '@org/engine';
import { objectOf, textOf, type ApiPayload } from '../shared/json-value.js';

/** The picture, sound or file of an entry in `images` or in a list of content; `undefined` for what is none. */
export function readMedia(entry: ApiPayload): MediaPart | undefined {
  const image =
    sourceOf(addressIn(entry['image_url'])) ?? bare(entry['b64_json'], textOf(entry['media_type']) ?? 'image/png');
  if (image !== undefined) return { type: 'media', media: 'image', source: image };
  const audioEntry = objectOf(entry['input_audio']) ?? objectOf(entry['audio']);
  const audio =
    sourceOf(addressIn(entry['audio_url'])) ??
    bare(audioEntry?.['data'], `audio/${textOf(audioEntry?.['format']) ?? 'wav'}`);
  if (audio !== undefined) return { type: 'media', media: 'audio', source: audio };
  const file = objectOf(entry['file']);
  const source = sourceOf(textOf(file?.['file_data']));
  const filename = textOf(file?.['filename']);
  return source === undefined
    ? undefined
    : { type: 'media', media: 'document', source, ...(filename === undefined ? {} : { filename }) };
}

/** Some put the address where others have an object with it. */
function addressIn(value: unknown): string | undefined {
  return textOf(value) ?? textOf(objectOf(value)?.['url']);
}

const dataUrl = /^data:([^;,]+)(?:;[^;,]+)*;base64,/;

function sourceOf(url: string | undefined): MediaSource | undefined {
  if (url === undefined) return undefined;
  const [head, mediaType] = dataUrl.exec(url) ?? [];
  if (head !== undefined && mediaType !== undefined) return { type: 'base64', mediaType, data: url.slice(head.length) };
  return { type: 'url', url };
}

function bare(data: unknown, mediaType: string): MediaSource | undefined {
  const text = textOf(data);
  return text === undefined ? undefined : { type: 'base64', mediaType, data: text };
}
