import { EventStream } from './event-stream.js';
import type { Message, MessageStreamEvent } from './response-types.js';

/** The events of one message; see {@link EventStream}. */
export class MessageStream extends EventStream<MessageStreamEvent, Message> {
  /**
   * The complete message. Reads the stream where no loop does. Rejects with ApiError when the service rejected the request or the
   * message failed, with ConnectionError when there was no connection, with StreamError when the stream was disconnected, was silent
   * for too long or was left before its end, and with the reason of an abort.
   */
  finalMessage(): Promise<Message> {
    return this.readFinal();
  }
}
