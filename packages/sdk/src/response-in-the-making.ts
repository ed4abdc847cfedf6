import type { Response as ModelResponse, ResponseStreamEvent } from '@org/protocol/responses';
import { accumulateResponse, type ResponseState } from '@org/protocol/responses/client';
import type { Accumulation } from './wire-stream.js';

const terminal: ReadonlySet<string> = new Set(['response.completed', 'response.incomplete', 'response.failed']);

/** A response, event by event. */
export class ResponseInTheMaking implements Accumulation<ResponseStreamEvent, ModelResponse> {
  #state: ResponseState;
  #complete = false;
  #last: number | undefined;

  push(event: ResponseStreamEvent): void {
    this.#state = accumulateResponse(this.#state, event);
    if (typeof event.sequence_number === 'number') this.#last = event.sequence_number;
    if (terminal.has(String(event.type))) this.#complete = true;
  }

  get answer(): ModelResponse | undefined {
    // The end of a stream that is not valid may hold no response.
    return this.#complete ? (this.#state ?? undefined) : undefined;
  }

  /** A response that was cancelled ends by `response.failed`, too, but has not failed. */
  get failure(): ModelResponse | undefined {
    return this.#complete && this.#state?.status === 'failed' ? this.#state : undefined;
  }

  /** What is known of the response so far. */
  get state(): ResponseState {
    return this.#state;
  }

  /** `sequence_number` of the last event. */
  get last(): number | undefined {
    return this.#last;
  }
}
