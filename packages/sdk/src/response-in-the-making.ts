import type { Response as ModelResponse, ResponseStreamEvent } from '@org/protocol/responses';
import { accumulateResponse, emptyAccumulation } from '@org/protocol/responses/client';
import type { Accumulation } from './wire-stream.js';

/** A response, event by event. */
export class ResponseInTheMaking implements Accumulation<ResponseStreamEvent, ModelResponse> {
  #state = emptyAccumulation;
  #last: number | undefined;

  push(event: ResponseStreamEvent): void {
    this.#state = accumulateResponse(this.#state, event);
    if (typeof event.sequence_number === 'number') this.#last = event.sequence_number;
  }

  get answer(): ModelResponse | undefined {
    return this.#state.complete ? this.#state.response : undefined;
  }

  /** A response that was cancelled ends by `response.failed`, too, but has not failed. */
  get failure(): ModelResponse | undefined {
    return this.answer?.status === 'failed' ? this.answer : undefined;
  }

  /** What is known of the response so far. */
  get soFar(): ModelResponse | undefined {
    return this.#state.response;
  }

  /** `sequence_number` of the last event. */
  get last(): number | undefined {
    return this.#last;
  }
}
