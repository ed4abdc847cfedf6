// Content parts of messages and tool outputs, wire to neutral. What is not text keeps a `content` bag even when there is
// nothing to keep: it tells content from items.
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
import { pathOf, type ItemPlace } from './resolve-items.js';

/** What a message or a tool output may hold. */
export type ContentPart = TextPart | MediaPart | OpaquePart;

/** The kind of text that needs no mention, because its place in the conversation says it. */
export type TextKind = 'input_text' | 'output_text';

/** Decodes one part at `path`. Parts of an unknown kind become opaque; their `text`, if any, is shown to the model. */
function decodeContent(wire: MessageContent, expected: TextKind, path: string): ContentPart {
  switch (wire.type) {
    case 'input_text':
    case 'output_text':
      return decodeText(wire, expected);
    case 'refusal':
      return withContent(
        { type: 'text', text: wire.refusal, refusal: true },
        membersBeyond(jsonOf(wire), refusalMembers),
      );
    case 'input_image':
      return decodeImage(wire, path);
    case 'input_file':
      return decodeFile(wire, path);
    case 'input_audio':
      return decodeAudio(wire);
    default:
      return opaqueContent(jsonOf(wire));
  }
}

/** Whether nothing of a content part reaches a model that does not speak this dialect. */
export function isUnsupportedContent(wire: MessageContent): boolean {
  switch (wire.type) {
    case 'input_text':
    case 'output_text':
    case 'refusal':
    case 'input_image':
    case 'input_file':
    case 'input_audio':
      return false;
    default:
      return typeof jsonOf(wire)['text'] !== 'string';
  }
}

/** Decodes `member` of the item at `place`, which may be a plain string. Text needs no path, and most of it is text. */
export function decodeContentList(
  wire: string | readonly MessageContent[],
  expected: TextKind,
  place: ItemPlace,
  member: 'content' | 'output',
): ContentPart[] {
  if (typeof wire === 'string') return [{ type: 'text', text: wire }];
  const parts: ContentPart[] = [];
  for (let index = 0; index < wire.length; index += 1) {
    const part = wire[index];
    if (part === undefined) continue;
    const isText = part.type === expected;
    parts.push(decodeContent(part, expected, isText ? '' : `${pathOf(place)}.${member}.${index}`));
  }
  return parts;
}

const textMembers = new Set(['type', 'text']);
const loggedTextMembers = new Set(['type', 'text', 'logprobs']);
const refusalMembers = new Set(['type', 'refusal']);

function decodeText(wire: ResponseInputText | ReplayedOutputText, expected: TextKind): TextPart {
  const logprobs = wire.type === 'output_text' && wire.logprobs?.length ? wire.logprobs : undefined;
  const beyond =
    logprobs === undefined
      ? membersBeyond(jsonOf(wire), textMembers, 2)
      : membersBeyond(jsonOf(wire), loggedTextMembers, 3);
  const content = wire.type === expected ? beyond : { type: wire.type, ...beyond };
  const text: TextPart = { type: 'text', text: wire.text };
  return withContent(logprobs === undefined ? text : { ...text, logprobs: decodeLogprobs(logprobs) }, content);
}

/** Decodes an image at `path`. */
export function decodeImage(wire: ResponseInputImage, path: string): MediaPart {
  const { image_url: url, file_id: fileId, detail } = wire;
  const source = urlSource(url) ?? fileSource(fileId);
  if (source === undefined)
    refuse(path, `Invalid '${path}': an input image needs 'image_url' or 'file_id'.`, 'missing_required_parameter');
  const known = source.type === 'file' ? imageByFile : imageByUrl;
  return {
    type: 'media',
    media: 'image',
    source,
    ...(typeof detail === 'string' && { detail }),
    extensions: toExtensions({ content: membersBeyond(jsonOf(wire), known) }),
  };
}

const imageByUrl = new Set(['type', 'image_url', 'detail']);
const imageByFile = new Set(['type', 'file_id', 'detail']);

function decodeFile(wire: ResponseInputFile, path: string): MediaPart {
  const { file_data: data, file_url: url, file_id: fileId, filename } = wire;
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
  const content = membersBeyond(jsonOf(wire), new Set(['type', 'filename', member]));
  const extensions = toExtensions({ content, ...(bare !== undefined && { bare: true }) });
  return { type: 'media', media: 'document', source, ...named, extensions };
}

function decodeAudio(wire: ResponseInputAudio): MediaPart {
  const { data, format } = wire.input_audio;
  return {
    type: 'media',
    media: 'audio',
    source: { type: 'base64', mediaType: format === 'mp3' ? 'audio/mpeg' : 'audio/wav', data },
    extensions: toExtensions({ content: membersBeyond(jsonOf(wire), audioMembers) }),
  };
}

const audioMembers = new Set(['type', 'input_audio']);

function opaqueContent(value: JsonObject): OpaquePart {
  const text = value['text'];
  return {
    type: 'opaque',
    dialect: 'responses',
    wireType: String(value['type']),
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

/** PDF is what most files on this wire are. */
const usualType = 'application/pdf';

/** Base64 without a `data:` URL around it: the type is read off the file's name. */
function bareSource(data: string, filename: string | null | undefined): MediaSource | undefined {
  return data.startsWith('data:')
    ? undefined
    : { type: 'base64', mediaType: mediaTypeOfName(filename ?? '') ?? usualType, data };
}
