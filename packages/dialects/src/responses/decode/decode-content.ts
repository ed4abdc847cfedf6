// Decodes content parts of messages and tool outputs. Non-text parts have `content` passthrough fields even when
// these are empty: they distinguish content from items.
import {
  type JsonObject,
  type MediaPart,
  type MediaSource,
  mediaTypeOfName,
  type OpaquePart,
  type TextPart,
} from '@org/engine';
import type {
  MessageContent,
  ReplayedOutputText,
  ResponseInputAudio,
  ResponseInputFile,
  ResponseInputImage,
  ResponseInputText,
} from '@org/protocol/responses';
import { parseDataUrl } from '../../shared/data-url.js';
import { jsonOf, membersBeyond } from '../../shared/json-of.js';
import { decodeLogprobs } from '../logprobs.js';
import { toExtensions, withContent } from '../extensions.js';
import { refuse } from './refuse.js';
import { pathOf, type ItemLocation } from './resolve-items.js';

/** Content allowed in a message or a tool output. */
export type ContentPart = TextPart | MediaPart | OpaquePart;

/** The kind of text that is implied by its position in the conversation. */
export type TextKind = 'input_text' | 'output_text';

/** Decodes one part at `path`. Parts of an unknown kind become opaque; the model sees their `text`, if any. */
function decodeContent(payload: MessageContent, expected: TextKind, path: string): ContentPart {
  switch (payload.type) {
    case 'input_text':
    case 'output_text':
      return decodeText(payload, expected);
    case 'refusal':
      return withContent(
        { type: 'text', text: payload.refusal, refusal: true },
        membersBeyond(jsonOf(payload), refusalMembers),
      );
    case 'input_image':
      return decodeImage(payload, path);
    case 'input_file':
      return decodeFile(payload, path);
    case 'input_audio':
      return decodeAudio(payload);
    default:
      return opaqueContent(jsonOf(payload));
  }
}

/** Whether nothing of a content part reaches a model that does not speak this dialect. */
export function isUnsupportedContent(payload: MessageContent): boolean {
  switch (payload.type) {
    case 'input_text':
    case 'output_text':
    case 'refusal':
    case 'input_image':
    case 'input_file':
    case 'input_audio':
      return false;
    default:
      return typeof jsonOf(payload)['text'] !== 'string';
  }
}

/** Decodes `member` of the item at `location`, which may be a plain string. Text needs no path, and most of it is text. */
export function decodeContentList(
  payload: string | readonly MessageContent[],
  expected: TextKind,
  location: ItemLocation,
  member: 'content' | 'output',
): ContentPart[] {
  if (typeof payload === 'string') return [{ type: 'text', text: payload }];
  const parts: ContentPart[] = [];
  for (let index = 0; index < payload.length; index += 1) {
    const part = payload[index];
    if (part === undefined) continue;
    const isText = part.type === expected;
    parts.push(decodeContent(part, expected, isText ? '' : `${pathOf(location)}.${member}.${index}`));
  }
  return parts;
}

const textMembers = new Set(['type', 'text']);
const loggedTextMembers = new Set(['type', 'text', 'logprobs']);
const refusalMembers = new Set(['type', 'refusal']);

function decodeText(payload: ResponseInputText | ReplayedOutputText, expected: TextKind): TextPart {
  const logprobs = payload.type === 'output_text' && payload.logprobs?.length ? payload.logprobs : undefined;
  const beyond =
    logprobs === undefined
      ? membersBeyond(jsonOf(payload), textMembers, 2)
      : membersBeyond(jsonOf(payload), loggedTextMembers, 3);
  const content = payload.type === expected ? beyond : { type: payload.type, ...beyond };
  const text: TextPart = { type: 'text', text: payload.text };
  return withContent(logprobs === undefined ? text : { ...text, logprobs: decodeLogprobs(logprobs) }, content);
}

/** Decodes an image at `path`. */
export function decodeImage(payload: ResponseInputImage, path: string): MediaPart {
  const { image_url: url, file_id: fileId, detail } = payload;
  const source = urlSource(url) ?? fileSource(fileId);
  if (source === undefined)
    refuse(path, `Invalid '${path}': an input image needs 'image_url' or 'file_id'.`, 'missing_required_parameter');
  const known = source.type === 'file' ? imageByFile : imageByUrl;
  return {
    type: 'media',
    media: 'image',
    source,
    ...(typeof detail === 'string' && { detail }),
    extensions: toExtensions({ content: membersBeyond(jsonOf(payload), known) }),
  };
}

const imageByUrl = new Set(['type', 'image_url', 'detail']);
const imageByFile = new Set(['type', 'file_id', 'detail']);

function decodeFile(payload: ResponseInputFile, path: string): MediaPart {
  const { file_data: data, file_url: url, file_id: fileId, filename } = payload;
  const named = typeof filename === 'string' ? { filename } : {};
  const bare = typeof data === 'string' ? bareSource(data, filename) : undefined;
  const source =
    bare ?? urlSource(data) ?? (typeof url === 'string' ? { type: 'url' as const, url } : fileSource(fileId));
  if (source === undefined) {
    refuse(
      path,
      `Invalid '${path}': an input file needs 'file_data', 'file_url' or 'file_id'.`,
      'missing_required_parameter',
    );
  }
  const member = typeof data === 'string' ? 'file_data' : source.type === 'url' ? 'file_url' : 'file_id';
  const content = membersBeyond(jsonOf(payload), new Set(['type', 'filename', member]));
  const extensions = toExtensions({ content, ...(bare !== undefined && { bare: true }) });
  return { type: 'media', media: 'document', source, ...named, extensions };
}

function decodeAudio(payload: ResponseInputAudio): MediaPart {
  const { data, format } = payload.input_audio;
  return {
    type: 'media',
    media: 'audio',
    source: { type: 'base64', mediaType: format === 'mp3' ? 'audio/mpeg' : 'audio/wav', data },
    extensions: toExtensions({ content: membersBeyond(jsonOf(payload), audioMembers) }),
  };
}

const audioMembers = new Set(['type', 'input_audio']);

function opaqueContent(value: JsonObject): OpaquePart {
  const text = value['text'];
  return {
    type: 'opaque',
    dialect: 'responses',
    apiType: String(value['type']),
    value,
    ...(typeof text === 'string' && { text }),
    extensions: toExtensions({ content: {} }),
  };
}

/** A `data:` URL holds the bytes themselves. */
function urlSource(url: string | null | undefined): MediaSource | undefined {
  if (url === null || url === undefined) return undefined;
  const parsed = parseDataUrl(url);
  return parsed === undefined ? { type: 'url', url } : { type: 'base64', ...parsed };
}

function fileSource(fileId: string | null | undefined): MediaSource | undefined {
  return fileId === null || fileId === undefined ? undefined : { type: 'file', fileId };
}

/** Default media type: most files in this API are PDFs. */
const defaultMediaType = 'application/pdf';

/** Base64 without a `data:` URL around it: the type is read off the file's name. */
function bareSource(data: string, filename: string | null | undefined): MediaSource | undefined {
  return data.startsWith('data:')
    ? undefined
    : { type: 'base64', mediaType: mediaTypeOfName(filename ?? '') ?? defaultMediaType, data };
}
