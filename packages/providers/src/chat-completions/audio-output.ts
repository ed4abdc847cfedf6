import { type MediaPart, asText } from '@org/engine';
import type { ApiPayload } from '../shared/api-payload.js';

/** Collects the audio output of a response: separately encoded chunks and the transcript. */
export class AudioOutput {
  readonly #chunks: Buffer[] = [];

  /** Adds `audio` of one delta and returns its transcript text. */
  push(audio: ApiPayload): string {
    const data = asText(audio['data']);
    if (data !== undefined) this.#chunks.push(Buffer.from(data, 'base64'));
    return asText(audio['transcript']) ?? '';
  }

  /** The complete audio, if any. The upstream does not report its format. */
  get media(): MediaPart | undefined {
    if (this.#chunks.length === 0) return undefined;
    return {
      type: 'media',
      media: 'audio',
      source: { type: 'base64', mediaType: 'audio/*', data: Buffer.concat(this.#chunks).toString('base64') },
    };
  }
}
