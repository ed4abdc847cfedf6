import type { JsonObject, JsonValue } from '@org/engine/model/json';
import { isJsonObject } from '../../shared/json-of.js';
import type { PartStream } from '../../shared/upstream/part-stream.js';
import { opaque } from '../decode-content.js';
import type { BlockReader } from './block-reader.js';

/** A block without neutral meaning: kept as it is when its deltas are in it. */
export class OpaqueBlockReader implements BlockReader {
  readonly #parts: PartStream;
  #block: JsonObject;
  #input = '';

  constructor(block: JsonObject, parts: PartStream) {
    this.#parts = parts;
    this.#block = block;
    parts.open(opaque(block));
  }

  delta(delta: JsonObject): void {
    const { type, ...members } = delta;
    if (type === 'input_json_delta') this.#input += String(members['partial_json'] ?? '');
    // The one other kind of delta says what the block becomes.
    else if (type === `${String(this.#block['type'])}_delta`) this.#block = { ...this.#block, ...members };
  }

  stop(): void {
    this.#parts.close(opaque(this.#input === '' ? this.#block : { ...this.#block, input: parseInput(this.#input) }));
  }
}

/** Input that was cut off cannot be read. */
function parseInput(text: string): JsonObject {
  try {
    const value: JsonValue = JSON.parse(text);
    return isJsonObject(value) ? value : {};
  } catch {
    return {};
  }
}
