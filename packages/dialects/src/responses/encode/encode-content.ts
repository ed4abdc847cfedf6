// Encodes content parts of messages and tool outputs.
import type { JsonObject, MediaPart, Part, TextPart } from '@org/engine';
import { formatDataUrl } from '../../shared/data-url.js';
import type { TextKind } from '../decode/decode-content.js';
import { passthroughFieldsOf } from '../extensions.js';
import { encodeLogprobs } from '../logprobs.js';

/** The API parts that `decodeContentList` decodes to `parts`. Parts of another dialect become text or are left out. */
export function encodeContentList(parts: readonly Part[], expected: TextKind): JsonObject[] {
  return parts.map((part) => encodeContent(part, expected)).filter((content) => content !== undefined);
}

function encodeContent(part: Part, expected: TextKind): JsonObject | undefined {
  switch (part.type) {
    case 'text':
      return encodeText(part, expected);
    case 'media':
      return encodeMedia(part);
    case 'opaque':
      if (part.dialect === 'responses') return part.value;
      return part.text === undefined ? undefined : { type: expected, text: part.text };
    case 'reasoning':
    case 'tool-call':
    case 'tool-result':
      return undefined;
  }
}

function encodeText(part: TextPart, expected: TextKind): JsonObject {
  const { content } = passthroughFieldsOf(part.extensions);
  if (part.refusal === true) return { type: 'refusal', refusal: part.text, ...content };
  return {
    type: expected,
    text: part.text,
    ...(part.logprobs !== undefined && { logprobs: encodeLogprobs(part.logprobs) }),
    ...content,
  };
}

function encodeMedia(part: MediaPart): JsonObject {
  const { content } = passthroughFieldsOf(part.extensions);
  const detail = part.detail === undefined ? {} : { detail: part.detail };
  const filename = part.filename === undefined ? {} : { filename: part.filename };
  switch (part.media) {
    case 'image':
      return { type: 'input_image', ...around(imageSource(part), { ...detail, ...content }) };
    case 'audio':
      return part.source.type === 'base64'
        ? {
            type: 'input_audio',
            input_audio: { data: part.source.data, format: part.source.mediaType === 'audio/mpeg' ? 'mp3' : 'wav' },
            ...content,
          }
        : { type: 'input_file', ...around(fileSource(part), { ...filename, ...content }) };
    case 'document':
      return { type: 'input_file', ...around(fileSource(part), { ...filename, ...content }) };
  }
}

/**
 * The source takes precedence over the other members: where the client named a file, it may have sent null for the
 * member that the file became.
 */
function around(source: JsonObject, others: JsonObject): JsonObject {
  return { ...source, ...others, ...source };
}

function imageSource({ source }: MediaPart): JsonObject {
  switch (source.type) {
    case 'base64':
      return { image_url: formatDataUrl(source.mediaType, source.data) };
    case 'text':
      return { image_url: textDataUrl(source) };
    case 'url':
      return { image_url: source.url };
    case 'file':
      return { file_id: source.fileId };
  }
}

function fileSource(part: MediaPart): JsonObject {
  const { source } = part;
  switch (source.type) {
    case 'base64':
      return {
        file_data:
          passthroughFieldsOf(part.extensions).bare === true
            ? source.data
            : formatDataUrl(source.mediaType, source.data),
      };
    case 'text':
      return { file_data: textDataUrl(source) };
    case 'url':
      // A `data:` URL in a form other than base64 stays unchanged, and belongs into the data member.
      return source.url.startsWith('data:') ? { file_data: source.url } : { file_url: source.url };
    case 'file':
      return { file_id: source.fileId };
  }
}

function textDataUrl(source: { readonly mediaType: string; readonly text: string }): string {
  return `data:${source.mediaType},${encodeURIComponent(source.text)}`;
}
