import type { Message } from '../../model/message.js';
import type { Part } from '../../model/part.js';
import { withoutParts } from './without-parts.js';

/** Messages without the reasoning of another signer, and the number of removed parts. */
export interface WithoutOtherSignersReasoning {
  readonly messages: readonly Message[];
  readonly dropped: number;
}

/**
 * Removes reasoning that neither this service nor the upstream that will respond, `signer`, can verify. Messages
 * without such reasoning are passed on unchanged.
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
