import type { Message } from './response-types.js';
import { requireObjectResponse } from './require-object-response.js';

/** The message that the service sent. Servers of other make may have null for no content. Throws ConnectionError when it is no object. */
export function readMessage(value: unknown): Message {
  const message = requireObjectResponse(value) as Message;
  return message.content == null ? { ...message, content: [] } : message;
}
