import { type MediaPart, type MediaSource, asObject, asText } from '@org/engine';
import type { ApiPayload } from '../shared/api-payload.js';

/** The picture, sound or file of an entry in `images` or in a list of content; `undefined` for what is none. */
export function readMedia(entry: ApiPayload): MediaPart | undefined {
  const image =
    sourceOf(addressIn(entry['image_url'])) ?? bare(entry['b64_json'], asText(entry['media_type']) ?? 'image/png');
  if (image !== undefined) return { type: 'media', media: 'image', source: image };
  const audioEntry = asObject(entry['input_audio']) ?? asObject(entry['audio']);
  const audio =
    sourceOf(addressIn(entry['audio_url'])) ??
    bare(audioEntry?.['data'], `audio/${asText(audioEntry?.['format']) ?? 'wav'}`);
  if (audio !== undefined) return { type: 'media', media: 'audio', source: audio };
  const file = asObject(entry['file']);
  const source = sourceOf(asText(file?.['file_data']));
  const filename = asText(file?.['filename']);
  return source === undefined
    ? undefined
    : { type: 'media', media: 'document', source, ...(filename === undefined ? {} : { filename }) };
}

/** Some upstreams send the URL where others send an object with it. */
function addressIn(value: unknown): string | undefined {
  return asText(value) ?? asText(asObject(value)?.['url']);
}

const dataUrl = /^data:([^;,]+)(?:;[^;,]+)*;base64,/;

function sourceOf(url: string | undefined): MediaSource | undefined {
  if (url === undefined) return undefined;
  const [head, mediaType] = dataUrl.exec(url) ?? [];
  if (head !== undefined && mediaType !== undefined) return { type: 'base64', mediaType, data: url.slice(head.length) };
  return { type: 'url', url };
}

function bare(data: unknown, mediaType: string): MediaSource | undefined {
  const text = asText(data);
  return text === undefined ? undefined : { type: 'base64', mediaType, data: text };
}
