import { EngineError, parseExactly, isObject } from '@org/engine';
import type { ResponseDecoder, EmitEvent } from '../transport/response-decoder.js';
import { incompleteStreamError } from '../transport/incomplete-stream-error.js';
import { DataLines } from '../transport/data-lines.js';
import { errorInChunk } from '../errors/upstream-error.js';
import { CompletionAssembler, type CompletionAssemblerOptions } from './completion-assembler.js';

export interface DecoderOptions extends CompletionAssemblerOptions {
  /** Whether a complete stream ends with `[DONE]`. */
  readonly endsWithDone: boolean;
}

/** Decodes the chunks of this API, one per line. */
export class ChunkDecoder implements ResponseDecoder {
  readonly #lines = new DataLines();
  readonly #assembler: CompletionAssembler;
  readonly #take = (line: string): void => this.#takeLine(line);
  /** Accepts the unterminated last line of a stream only when it is complete in itself. */
  readonly #takeLastLine = (line: string): void => {
    if (isDone(line)) this.#finish();
  };
  #done = false;
  #stopped = false;

  constructor(
    readonly options: DecoderOptions,
    emit: EmitEvent,
  ) {
    this.#assembler = new CompletionAssembler(options, emit);
  }

  get done(): boolean {
    return this.#done;
  }

  get stopped(): boolean {
    return this.#stopped;
  }

  push(chunk: Uint8Array): void {
    if (!this.#done) this.#lines.push(chunk, this.#take);
  }

  end(): void {
    if (this.#done) return;
    const { pending } = this.#lines;
    this.#lines.end(this.#takeLastLine);
    if (this.#done) return;
    if (pending) throw incompleteStreamError();
    if (this.options.endsWithDone)
      throw this.#assembler.hasFinishReason ? missingDoneMarker() : incompleteStreamError();
    this.#finish();
  }

  pushDocument(text: string): void {
    this.#takeLine(text);
    if (!this.#done) this.#finish();
  }

  giveUp(): void {
    this.#assembler.giveUp();
  }

  #takeLine(line: string): void {
    if (this.#done) return;
    if (isDone(line)) {
      this.#finish();
      return;
    }
    const chunk = parse(line);
    const error = errorInChunk(chunk);
    if (error !== undefined) throw error;
    if (!this.#assembler.push(chunk)) return;
    this.#done = true;
    this.#stopped = true;
  }

  #finish(): void {
    this.#assembler.end();
    this.#done = true;
  }
}

/** Whether the line is the end marker in any notation. No chunk is as short. */
function isDone(line: string): boolean {
  return line === '[DONE]' || (line.length < 12 && /^\s*"?\[done\]"?\s*$/i.test(line));
}

/**
 * Matches arguments that are an object instead of text. They are serialized again, so their numbers must keep all
 * digits.
 */
const objectArguments = /"arguments"\s*:\s*\{/;

/** `transformers serve` puts an error message between quotes without escaping its own quotes and line breaks. */
const unescapedError = /^\s*\{\s*"error"\s*:\s*"/;

function parse(line: string): Readonly<Record<string, unknown>> {
  let value: unknown;
  try {
    value = objectArguments.test(line) ? parseExactly(line) : JSON.parse(line);
  } catch {
    const [head] = unescapedError.exec(line) ?? [];
    if (head !== undefined) return { error: line.slice(head.length) };
    throw new EngineError('upstream-failed', 'The upstream sent data that is not JSON.', {
      cause: { line: line.slice(0, maxQuoteLength) },
    });
  }
  if (!isObject(value)) throw new EngineError('upstream-failed', 'The upstream sent data that is not a JSON object.');
  return value;
}

/**
 * A distinct error, because some servers never send the marker and have a profile for that. The log would drop text
 * after a colon.
 */
function missingDoneMarker(): EngineError {
  return new EngineError(
    'upstream-failed',
    'The upstream ended the response before it was complete: it sent a finish_reason, but no [DONE].',
  );
}

const maxQuoteLength = 2000;
