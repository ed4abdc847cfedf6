import { EngineError } from '../errors/engine-error.js';
import type { Message } from '../model/message.js';

/** Throws `invalid-request` when a tool result stands before its call or has none in the whole conversation. */
export function checkToolPairing(conversation: readonly Message[]): void {
  const calls = new Set<string>();
  for (const { parts } of conversation) {
    for (const part of parts) {
      if (part.type === 'tool-call') calls.add(part.callId);
      if (part.type === 'tool-result' && !calls.has(part.callId)) {
        throw new EngineError('invalid-request', `No tool call found for the tool result with call id '${part.callId.slice(0, 100)}'.`);
      }
    }
  }
}
