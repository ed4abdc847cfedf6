import type { Message } from '../../model/message.js';
import type { Part } from '../../model/part.js';
import { withoutParts } from './without-parts.js';

/** Messages without the reasoning that another issuer sealed, and how many parts that were. */
export interface WithoutOtherSignersReasoning {
  readonly messages: readonly Message[];
  readonly dropped: number;
}

/**
 * Leaves out reasoning that neither this service nor the upstream that is to answer, `signer`, can verify. Messages that
 * need no change are passed on as they are.
 */
export function dropOtherSignersReasoning(messages: readonly Message[], signer?: string): WithoutOtherSignersReasoning {
  const isFromOtherSigner = (part: Part): boolean =>
    part.type === 'reasoning' &&
    part.signature !== undefined &&
    part.signature.signer !== 'local' &&
    part.signature.signer !== signer;
  const dropped = messages.reduce((sum, { parts }) => sum + parts.filter(isFromOtherSigner).length, 0);
  return {
    messages: dropped === 0 ? messages : messages.flatMap((message) => withoutParts(message, isFromOtherSigner)),
    dropped,
  };
}
