import { messageCreateParamsSchema, type Message, type MessageCreateParams } from '@org/protocol/messages';
import type { Dialect } from '../dialect.js';
import { requestPaths } from './request-paths.js';
import { decodeRequest } from './decode/decode-request.js';
import { parseBody } from './decode/parse-body.js';
import { encodeError } from './encode/encode-error.js';
import { MessageEncoder, type SentEvent } from './encode/encode-events.js';
import { formatEvent } from './encode/format-event.js';
import { continuedMessage, threadItemId } from './threads.js';

/** `POST /v1/messages`: translation between its API and the neutral model. */
export const messagesDialect: Dialect<MessageCreateParams, Message, SentEvent> = {
  id: 'messages',
  parseRequest: (body) => parseBody(messageCreateParamsSchema, body),
  referencedItems: (request) => {
    const previous = continuedMessage(request);
    return previous === undefined ? [] : [threadItemId(previous)];
  },
  decodeRequest,
  requestPaths,
  createEncoder: (request, context) => new MessageEncoder(request, context),
  encodeError,
  formatEvent,
  // A comment would keep the connection alive, but not satisfy the watchdog of every client.
  keepAlive: { frame: () => 'event: ping\ndata: {"type":"ping"}\n\n' },
  endFrame: '',
};
