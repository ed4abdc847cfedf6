import type { Message } from '../model/message.js';
import type { Part } from '../model/part.js';

/** Messages without the reasoning that another issuer sealed, and how many parts that were. */
export interface WithoutForeignReasoning {
  readonly messages: readonly Message[];
  readonly dropped: number;
}

/**
 * Leaves out reasoning that neither this service nor the upstream that is to answer, `issuer`, can verify. Messages that
 * need no change are passed on as they are.
 */
export function dropForeignReasoning(messages: readonly Message[], issuer?: string): WithoutForeignReasoning {
  const isForeign = (part: Part): boolean =>
    part.type === 'reasoning' && part.seal !== undefined && part.seal.issuer !== 'local' && part.seal.issuer !== issuer;
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
