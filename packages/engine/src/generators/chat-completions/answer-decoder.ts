import { EngineError } from '../../errors/engine-error.js';
import type { GenerationEvent } from '../../model/generation-event.js';
import { AnswerAssembler, cutShort, type AnswerOptions } from './answer-assembler.js';
import { DataLines } from './data-lines.js';
import { errorInChunk } from './upstream-error.js';
import { isObject } from './wire-value.js';

export interface DecoderOptions extends AnswerOptions {
  /** Whether a whole stream ends with `[DONE]`. */
  readonly endsWithDone: boolean;
}

/**
 * Bytes of an answer to neutral events. Pure: the same bytes in any pieces give the same events. Throws an EngineError
 * for a stream that is broken, cut or an error in itself; after `done` nothing more is read.
 */
export class AnswerDecoder {
  readonly #lines = new DataLines();
  readonly #answer: AnswerAssembler;
  readonly #take = (line: string): void => this.#takeLine(line);
  #done = false;
  #cut = false;

  constructor(
    readonly options: DecoderOptions,
    emit: (event: GenerationEvent) => void,
  ) {
    this.#answer = new AnswerAssembler(options, emit);
  }

  /** Whether `generation-end` was emitted. */
  get done(): boolean {
    return this.#done;
  }

  /** Whether it was us who ended the answer: the upstream goes on and has to be stopped. */
  get cut(): boolean {
    return this.#cut;
  }

  push(chunk: Uint8Array): void {
    if (!this.#done) this.#lines.push(chunk, this.#take);
  }

  /** The upstream has sent all it wants to send. */
  end(): void {
    if (this.#done) return;
    if (this.options.endsWithDone || this.#lines.pending) throw cutShort();
    this.#finish();
  }

  /** A whole answer in one JSON document, from an upstream that does not stream. */
  pushDocument(text: string): void {
    this.#takeLine(text);
    if (!this.#done) this.#finish();
  }

  #takeLine(line: string): void {
    if (this.#done) return;
    if (line === '[DONE]') {
      this.#finish();
      return;
    }
    const chunk = parse(line);
    const error = errorInChunk(chunk);
    if (error !== undefined) throw error;
    if (!this.#answer.push(chunk)) return;
    this.#done = true;
    this.#cut = true;
  }

  #finish(): void {
    this.#answer.end();
    this.#done = true;
  }
}

function parse(line: string): Readonly<Record<string, unknown>> {
  let value: unknown;
  try {
    value = JSON.parse(line);
  } catch {
    throw new EngineError('upstream-failed', 'The upstream sent something that is not JSON.', { cause: { line: line.slice(0, longestQuote) } });
  }
  if (!isObject(value)) throw new EngineError('upstream-failed', 'The upstream sent something that is not a JSON object.');
  return value;
}

const longestQuote = 2000;

