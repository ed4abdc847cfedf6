// Thinking blocks and their signatures, both ways.
//
// This service signs the thinking it shows. Where a request asks to omit thinking, the signature is the encrypted
// text itself: the client sends it back, and the model receives its thinking again, without any state here. A block
// of another signer is stored for the round trip as another provider's signature, and the turn leaves it out with a
// warning: a history that started elsewhere continues here, and nothing unverified passes for the model's own
// thinking. A signature of an upstream carries its name, so that it goes back to that upstream and to no other.
import type { JsonObject, ReasoningPart, ReasoningSigner } from '@org/engine';
import type { RedactedThinkingBlockParam, ThinkingBlockParam } from '@org/protocol/messages';
import { readServiceSignature, readSignature, writeSignature } from '../shared/signature-text.js';
import { passthroughFieldsOf, extended, shapeKey, apiFields } from './extensions.js';

/** Signer of every signature that this service cannot verify. */
const otherSigner = 'foreign';

export function decodeThinking(block: ThinkingBlockParam, reasoningSigner: ReasoningSigner): ReasoningPart {
  const { type: _, thinking: text, signature, ...rest } = block;
  const data = signature ?? '';
  const passthroughFields = extended(rest, signature == null ? (signature === null ? 'null' : 'unsigned') : undefined);
  const named = readSignature(data);
  if (named !== undefined) return { type: 'reasoning', text, signature: named, ...passthroughFields };
  const { data: signatureData, ...voice } = readServiceSignature(data);
  if (signatureData !== '' && text !== '' && reasoningSigner.verify(text, signatureData)) {
    return {
      type: 'reasoning',
      text,
      signature: { signer: 'local', form: 'signature', data: signatureData },
      ...voice,
      ...passthroughFields,
    };
  }
  const decrypted = signatureData === '' ? undefined : reasoningSigner.decrypt(signatureData);
  if (decrypted !== undefined && (text === '' || text === decrypted)) {
    return {
      type: 'reasoning',
      text: decrypted,
      signature: { signer: 'local', form: 'encrypted', data: signatureData },
      ...voice,
      ...passthroughFields,
    };
  }
  return { type: 'reasoning', text, signature: { signer: otherSigner, form: 'signature', data }, ...passthroughFields };
}

export function decodeRedactedThinking(block: RedactedThinkingBlockParam): ReasoningPart {
  const { type: _, data, ...rest } = block;
  const signature = readSignature(data) ?? { signer: otherSigner, form: 'redacted', data };
  return { type: 'reasoning', text: '', signature, ...extended(rest) };
}

/** The block of a request. A signature that contains the text replaces it. */
export function encodeThinkingParam(part: ReasoningPart): JsonObject {
  const { text, signature, author } = part;
  const passthroughFields = passthroughFieldsOf(part);
  const fields = apiFields(passthroughFields);
  if (signature?.form === 'redacted') return { type: 'redacted_thinking', data: writeSignature(signature), ...fields };
  if (passthroughFields[shapeKey] === 'unsigned') return { type: 'thinking', thinking: text, ...fields };
  if (passthroughFields[shapeKey] === 'null') return { type: 'thinking', thinking: text, signature: null, ...fields };
  return {
    type: 'thinking',
    thinking: signature?.form === 'encrypted' && signature.signer === 'local' ? '' : text,
    signature: signature === undefined ? '' : writeSignature(signature, author),
    ...fields,
  };
}
