import type { JsonObject, MediaPart, Part, Warning } from '@org/engine';
import type { CapabilityProfile } from '../compat/capability-profile.js';

/** Turns parts into content of the wire and notes what could not go along. */
export class ContentEncoder {
  constructor(
    readonly profile: CapabilityProfile,
    readonly warnings: Warning[],
  ) {}

  /** Parts as content parts, in order. */
  encode(parts: readonly Part[]): JsonObject[] {
    const content: JsonObject[] = [];
    for (const part of parts) {
      switch (part.type) {
        case 'text':
          content.push({ type: 'text', text: part.text });
          break;
        case 'media':
          content.push(this.#media(part));
          break;
        case 'opaque':
          if (part.text === undefined)
            this.#warnDropped(part, `The service does not send '${part.apiType}' to the model.`);
          else content.push({ type: 'text', text: part.text });
          break;
        case 'reasoning':
        case 'tool-call':
        case 'tool-result':
          // Those have places of their own in the message.
          break;
      }
    }
    return content;
  }

  /** The same in the shortest form, see `compactContent`. */
  compact(parts: readonly Part[], separator: string): string | readonly JsonObject[] {
    return plainTextOf(parts, separator) ?? compactContent(this.encode(parts), separator);
  }

  #media(part: MediaPart): JsonObject {
    const { source } = part;
    if (source.type === 'text')
      return { type: 'text', text: part.filename === undefined ? source.text : `${part.filename}:\n${source.text}` };
    if (source.type === 'file') return this.#absent(part);
    switch (part.media) {
      case 'image':
        if (source.type === 'url' && this.profile.images === 'data') return this.#absent(part);
        return {
          type: 'image_url',
          image_url: {
            url: source.type === 'url' ? source.url : dataUrl(source),
            ...(part.detail === undefined ? {} : { detail: part.detail === 'original' ? 'high' : part.detail }),
          },
        };
      case 'document':
        if (source.type === 'url' || !this.profile.files) return this.#absent(part);
        return { type: 'file', file: { filename: part.filename ?? 'document', file_data: dataUrl(source) } };
      case 'audio':
        if (source.type === 'url' || !this.profile.audio) return this.#absent(part);
        return { type: 'input_audio', input_audio: { data: source.data, format: audioFormat(source.mediaType) } };
    }
  }

  /** The model is told that something is missing: an answer about a picture it never saw would be worse. */
  #absent(part: MediaPart): JsonObject {
    const { media, filename } = part;
    this.#warnDropped(part, `The upstream does not support ${media} input from this kind of source.`);
    return {
      type: 'text',
      text: `[${filename === undefined ? media : `${media} ${filename}`}: not available to the model]`,
    };
  }

  #warnDropped(part: Part, message: string): void {
    this.warnings.push({ kind: 'dropped', param: 'messages', message, part });
  }
}

/**
 * The shortest form that says the same: a string when there is only text. Chat templates that know no content parts
 * still render it. `separator` stands between two texts.
 */
export function compactContent(content: readonly JsonObject[], separator: string): string | readonly JsonObject[] {
  return content.every(({ type }) => type === 'text') ? content.map(({ text }) => text).join(separator) : content;
}

/** What parts say that are shown as words or not at all, as most are; `undefined` where there are others. */
function plainTextOf(parts: readonly Part[], separator: string): string | undefined {
  let plainText: string | undefined;
  for (const part of parts) {
    if (part.type === 'media' || part.type === 'opaque') return undefined;
    if (part.type === 'text') plainText = plainText === undefined ? part.text : `${plainText}${separator}${part.text}`;
  }
  return plainText ?? '';
}

function dataUrl({ mediaType, data }: { readonly mediaType: string; readonly data: string }): string {
  return `data:${mediaType};base64,${data}`;
}

function audioFormat(mediaType: string): string {
  const subtype = mediaType.slice(mediaType.indexOf('/') + 1);
  return subtype === 'mpeg' ? 'mp3' : subtype.replace(/^x-/, '');
}
