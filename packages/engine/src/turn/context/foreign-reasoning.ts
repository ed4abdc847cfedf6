import type { Message } from '../../model/message.js';
import type { Part } from '../../model/part.js';
import { withoutParts } from './without-parts.js';

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
  const dropped = messages.reduce((sum, { parts }) => sum + parts.filter(isForeign).length, 0);
  return {
    messages: dropped === 0 ? messages : messages.flatMap((message) => withoutParts(message, isForeign)),
    dropped,
  };
}
