import type { Response as ModelResponse, ResponseStreamEvent } from './response-types.js';
import { EventStream } from './event-stream.js';

/** The events of one response; see {@link EventStream}. */
export class ResponseStream extends EventStream<ResponseStreamEvent, ModelResponse> {
  /**
   * The complete response, also one that is `incomplete` or was cancelled. Reads the stream where no loop does. Rejects with ApiError
   * when the service rejected the request or the response failed, with ConnectionError when there was no connection, with StreamError
   * when the stream was disconnected, was silent for too long or was left before its end, and with the reason of an abort.
   */
  finalResponse(): Promise<ModelResponse> {
    return this.readFinal();
  }
}
