import type { Message } from '../model/message.js';
import type { Part } from '../model/part.js';

/** Messages without the reasoning that another issuer sealed, and how many parts that were. */
export interface WithoutForeignReasoning {
  readonly messages: readonly Message[];
  readonly dropped: number;
}

/** Leaves out reasoning that this service cannot verify. Messages that need no change are passed on as they are. */
export function dropForeignReasoning(messages: readonly Message[]): WithoutForeignReasoning {
  let dropped = 0;
  const kept: Message[] = [];
  for (const message of messages) {
    if (!message.parts.some(isForeign)) {
      kept.push(message);
      continue;
    }
    const parts = message.parts.filter((part) => !isForeign(part));
    dropped += message.parts.length - parts.length;
    if (parts.length > 0) kept.push({ ...message, parts });
  }
  return { messages: kept, dropped };
}

function isForeign(part: Part): boolean {
  return part.type === 'reasoning' && part.seal !== undefined && part.seal.issuer !== 'local';
}
