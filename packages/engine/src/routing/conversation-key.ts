import type { GenerationRequest } from '../model/generation-request.js';
import type { Message } from '../model/message.js';
import type { MediaSource, Part } from '../model/part.js';
import { hashText } from './hash-text.js';

/** Of each text, how much takes part: enough to tell conversations apart, little enough to cost nothing. */
const maxTextLength = 4096;
/** Of an image or a file, the end tells more than the headers that all of a kind share. */
const mediaTail = 64;

/**
 * A number that stays the same while a conversation grows: taken of its owner, its model and its head, which is
 * everything up to the first user message, or of the client's own cache key. Requests with one number share a prompt prefix,
 * which is what an engine's cache holds.
 */
export function conversationKey(request: GenerationRequest, owner: string): number {
  let hash = hashText(request.model, hashText(owner));
  if (request.cacheKey !== undefined) return hashText(request.cacheKey, hash);
  for (const message of request.messages) {
    hash = hashMessage(message, hash);
    if (message.role === 'user') break;
  }
  return hash;
}

function hashMessage({ role, parts }: Message, seed: number): number {
  let hash = hashText(role, seed);
  for (const part of parts) hash = hashText(keyTextOf(part).slice(0, maxTextLength), hash);
  return hash;
}

function keyTextOf(part: Part): string {
  switch (part.type) {
    case 'text':
    case 'reasoning':
      return part.text;
    case 'tool-call':
      return part.argumentsText;
    case 'tool-result':
      return part.callId;
    case 'media':
      return keyTextOfSource(part.source);
    case 'opaque':
      return part.text ?? '';
  }
}

function keyTextOfSource(source: MediaSource): string {
  switch (source.type) {
    case 'base64':
      return source.data.slice(-mediaTail);
    case 'text':
      return source.text;
    case 'url':
      return source.url;
    case 'file':
      return source.fileId;
  }
}
