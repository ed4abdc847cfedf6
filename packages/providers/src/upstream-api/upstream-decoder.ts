import { EngineError, isObject, type JsonObject, type UpstreamFailure, type UpstreamReader } from '@org/engine';
import type { ResponseDecoder } from '../transport/response-decoder.js';
import { incompleteStreamError } from '../transport/incomplete-stream-error.js';
import { DataLines } from '../transport/data-lines.js';
import { errorInChunk, failureToError } from '../errors/upstream-error.js';

/** A filter between the decoder and the consumer of the events that may end the response before the upstream does. */
interface StopFilter {
  readonly stopped: boolean;
}

/** Decodes responses of any API whose events are JSON objects, one per line, with their own type. */
export class UpstreamDecoder implements ResponseDecoder {
  readonly #lines = new DataLines();
  readonly #take = (line: string): void => this.#takeLine(line);

  constructor(
    readonly reader: UpstreamReader,
    readonly filter: StopFilter,
    readonly onHeaders?: ResponseDecoder['onHeaders'],
  ) {}

  get done(): boolean {
    return this.filter.stopped || this.reader.done;
  }

  get stopped(): boolean {
    return this.filter.stopped;
  }

  push(chunk: Uint8Array): void {
    if (!this.done) this.#lines.push(chunk, this.#take);
  }

  end(): void {
    if (!this.done) throw incompleteStreamError();
  }

  pushDocument(text: string): void {
    const document = readObject(text);
    fail(this.reader.pushDocument(document, text), document);
    this.end();
  }

  giveUp(): void {
    if (!this.done) this.reader.giveUp?.();
  }

  #takeLine(line: string): void {
    // Some servers send an end marker after the last event.
    if (this.done || line === '[DONE]') return;
    const event = readObject(line);
    fail(this.reader.push(event, line), event);
  }
}

function fail(failure: UpstreamFailure | undefined, cause: JsonObject): void {
  if (failure !== undefined) throw failureToError(failure.status, failure.details, cause);
}

/** Parses an object. Throws an API-neutral error that blames a broken server. */
function readObject(text: string): JsonObject {
  const value = parse(text);
  const error = value['type'] === undefined && value['object'] !== 'response' ? errorInChunk(value) : undefined;
  if (error !== undefined) throw error;
  return value;
}

function parse(line: string): JsonObject {
  let value: unknown;
  try {
    value = JSON.parse(line);
  } catch {
    throw new EngineError('upstream-failed', 'The upstream sent data that is not JSON.', {
      cause: { line: line.slice(0, maxQuoteLength) },
    });
  }
  if (!isObject(value)) throw new EngineError('upstream-failed', 'The upstream sent data that is not a JSON object.');
  return value;
}

const maxQuoteLength = 2000;
