import { isObject, type JsonObject, type JsonValue, parseExactly } from '@org/engine';
import { isEmptyArguments } from '../../shared/upstream/empty-arguments.js';
import type { PartStream } from '../../shared/upstream/part-stream.js';
import { opaque } from '../decode/decode-content.js';
import type { BlockContext, BlockReader } from './block-reader.js';

/** A block without neutral meaning: preserved unchanged, with its deltas merged. */
export class OpaqueBlockReader implements BlockReader {
  readonly #parts: PartStream;
  readonly #parse: (text: string) => JsonValue;
  #block: JsonObject;
  #input = '';

  constructor(block: JsonObject, { parts, sameDialect }: BlockContext) {
    this.#parts = parts;
    // Exact numbers are for readers that serialize them again. Others may copy the block, which copies numbers as
    // parsed.
    this.#parse = sameDialect ? parseExactly : (text) => JSON.parse(text) as JsonValue;
    this.#block = block;
    parts.open(opaque(block));
  }

  delta(delta: JsonObject): void {
    const { type, ...members } = delta;
    if (type === 'input_json_delta') this.#input += String(members['partial_json'] ?? '');
    // The only other kind of delta contains the block's new members.
    else if (type === `${String(this.#block['type'])}_delta`) this.#block = { ...this.#block, ...members };
  }

  stop(): void {
    if (isEmptyArguments(this.#input)) {
      const { input } = this.#block;
      this.#parts.close(
        opaque(input === undefined || !isEmptyArguments(input) ? this.#block : { ...this.#block, input: {} }),
      );
      return;
    }
    const input = this.#readInput();
    // A stream can send a truncated input as far as it arrived; a complete block must have an object.
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
