import { isObject, type JsonObject, type JsonValue, parseExactly } from '@org/engine';
import type { PartStream } from '../../shared/upstream/part-stream.js';
import { opaque } from '../decode/decode-content.js';
import type { BlockContext, BlockReader } from './block-reader.js';

/** A block without neutral meaning: kept as it is when its deltas are in it. */
export class OpaqueBlockReader implements BlockReader {
  readonly #parts: PartStream;
  readonly #parse: (text: string) => JsonValue;
  #block: JsonObject;
  #input = '';

  constructor(block: JsonObject, { parts, sameDialect }: BlockContext) {
    this.#parts = parts;
    // Exact numbers are for who writes them out again. Others may copy the block, and numbers are copied as they are read.
    this.#parse = sameDialect ? parseExactly : (text) => JSON.parse(text) as JsonValue;
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
    if (this.#input === '') {
      this.#parts.close(opaque(this.#block));
      return;
    }
    const input = this.#readInput();
    // A stream can say what there is of an input that was cut off; a block as a whole has to have an object.
    if (input === undefined && this.#block['type'] === 'server_tool_use')
      this.#parts.emitOpaque({ type: 'input_json_delta', partial_json: this.#input });
    this.#parts.close(opaque({ ...this.#block, input: input ?? {} }));
  }

  #readInput(): JsonObject | undefined {
    try {
      const value = this.#parse(this.#input);
      return isObject(value) ? value : undefined;
    } catch {
      return undefined;
    }
  }
}
