import type { GenerationRequest } from '../model/generation-request.js';
import type { Message } from '../model/message.js';
import type { MediaSource, Part } from '../model/part.js';
import { hashText } from './hash-text.js';

/** Maximum characters of each text that are hashed: enough to distinguish conversations, at a negligible cost. */
const maxTextLength = 4096;
/** Images and files are hashed by their end, since all files of a type share similar headers. */
const mediaTail = 64;

/**
 * A number that stays the same while a conversation grows: a hash of its owner, its model and its head, which is
 * everything up to the first user message, or of the client's own cache key. Requests with one number share a prompt
 * prefix, which is what an engine's cache holds.
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
