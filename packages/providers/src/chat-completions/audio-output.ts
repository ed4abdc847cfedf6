import { type MediaPart, asText } from '@org/engine';
import type { ApiPayload } from '../shared/api-payload.js';

/** The sound of an answer that an upstream speaks: pieces of it, each encoded by itself, and what was said in words. */
export class AudioOutput {
  readonly #chunks: Buffer[] = [];

  /** Takes `audio` of one delta, and gives the words in it. */
  push(audio: ApiPayload): string {
    const data = asText(audio['data']);
    if (data !== undefined) this.#chunks.push(Buffer.from(data, 'base64'));
    return asText(audio['transcript']) ?? '';
  }

  /** All of the sound, when there was any. Nothing says what form it has. */
  get media(): MediaPart | undefined {
    if (this.#chunks.length === 0) return undefined;
    return {
      type: 'media',
      media: 'audio',
      source: { type: 'base64', mediaType: 'audio/*', data: Buffer.concat(this.#chunks).toString('base64') },
    };
  }
}
