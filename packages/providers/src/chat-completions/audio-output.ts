import type { MediaPart } from '@org/engine';
import { textOf, type ApiPayload } from '../shared/json-value.js';

/** The sound of an answer that an upstream speaks: pieces of it, each encoded by itself, and what was said in words. */
export class AudioOutput {
  readonly #chunks: Buffer[] = [];

  /** Takes `audio` of one delta, and gives the words in it. */
  push(audio: ApiPayload): string {
    const data = textOf(audio['data']);
    if (data !== undefined) this.#chunks.push(Buffer.from(data, 'base64'));
    return textOf(audio['transcript']) ?? '';
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
