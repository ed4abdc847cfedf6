import type { LanguageModelV4FilePart, LanguageModelV4TextPart } from '@ai-sdk/provider';
import type { MediaPart, Warning } from '@org/engine';

/** Patterns of the URLs that a model fetches itself, by media type. */
export type SupportedUrls = Readonly<Record<string, readonly RegExp[]>>;

const typeOfUrl = { image: 'image/*', document: 'application/pdf', audio: 'audio/*' } as const;

/** Turns media into parts of a prompt and notes what could not go along. */
export class MediaEncoder {
  constructor(
    readonly supportedUrls: SupportedUrls,
    readonly warnings: Warning[],
  ) {}

  /** In results of tools only bytes have a place. */
  encode(part: MediaPart, container: 'message' | 'result'): LanguageModelV4FilePart | LanguageModelV4TextPart {
    const { source, filename } = part;
    const named = filename === undefined ? {} : { filename };
    switch (source.type) {
      case 'text':
        return { type: 'text', text: filename === undefined ? source.text : `${filename}:\n${source.text}` };
      case 'base64':
        return { type: 'file', mediaType: source.mediaType, data: { type: 'data', data: source.data }, ...named };
      case 'url': {
        const mediaType = typeOfUrl[part.media];
        if (container === 'result' || !this.#supports(source.url, mediaType)) return this.#absent(part);
        return { type: 'file', mediaType, data: { type: 'url', url: new URL(source.url) }, ...named };
      }
      case 'file':
        return this.#absent(part);
    }
  }

  #supports(url: string, mediaType: string): boolean {
    const kind = mediaType.slice(0, mediaType.indexOf('/'));
    const patterns = ['*', '*/*', `${kind}/*`, mediaType].flatMap((key) => this.supportedUrls[key] ?? []);
    return URL.canParse(url) && patterns.some((pattern) => new RegExp(pattern).test(url.toLowerCase()));
  }

  /** The model is told that something is missing: an answer about a picture it never saw would be worse. */
  #absent(part: MediaPart): LanguageModelV4TextPart {
    const { media, filename } = part;
    this.warnings.push({
      kind: 'dropped',
      param: 'messages',
      message: `The upstream does not support ${media} input from this kind of source.`,
      part,
    });
    return {
      type: 'text',
      text: `[${filename === undefined ? media : `${media} ${filename}`}: not available to the model]`,
    };
  }
}
