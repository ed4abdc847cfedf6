import type { Message } from './response-types.js';
import { requireObjectResponse } from './require-object-response.js';

/**
 * Reads a message. Other servers may send null for empty content. Throws ConnectionError when the value is not an
 * object.
 */
export function readMessage(value: unknown): Message {
  const message = requireObjectResponse(value) as Message;
  return message.content == null ? { ...message, content: [] } : message;
}
