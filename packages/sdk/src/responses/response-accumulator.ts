import type { Response as ApiResponse, ResponseStreamEvent as ApiEvent } from '@org/protocol/responses';
import { accumulateResponse, createResponseAccumulation } from '@org/protocol/responses/client';
import { readEvent, readResponse } from './read-response.js';
import type { Response as ModelResponse, ResponseStreamEvent } from './response-types.js';
import type { Accumulation } from './event-stream.js';

/** A response, event by event. */
export class ResponseAccumulator implements Accumulation<ResponseStreamEvent, ModelResponse> {
  #state = createResponseAccumulation<ApiResponse>();
  #last: number | undefined;

  push(raw: unknown): ResponseStreamEvent {
    const event = raw as ApiEvent;
    this.#state = accumulateResponse(this.#state, event);
    if (typeof event.sequence_number === 'number') this.#last = event.sequence_number;
    return readEvent(event);
  }

  get result(): ModelResponse | undefined {
    return this.#state.complete ? this.snapshot : undefined;
  }

  /** A response that was cancelled ends by `response.failed`, too, but has not failed. */
  get failure(): ModelResponse | undefined {
    const { result } = this;
    return result?.status === 'failed' ? result : undefined;
  }

  get snapshot(): ModelResponse | undefined {
    return this.#state.response === undefined ? undefined : readResponse(this.#state.response);
  }

  /** `sequence_number` of the last event. */
  get last(): number | undefined {
    return this.#last;
  }
}
