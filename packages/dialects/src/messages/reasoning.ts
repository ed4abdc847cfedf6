// Thinking blocks and their signatures, both ways.
//
// This service signs the thinking it shows. Where a request asks for thinking to be omitted, the signature is the text
// itself, encrypted: the client sends it back, and the model gets its thoughts again, without any state here. A block of
// another issuer is kept for the round trip under a foreign seal, and the turn leaves it out with a warning: a history
// that was begun elsewhere goes on here, and nothing unproven passes for the model's own thought. A seal that an upstream
// made bears its name, so that it goes back to that upstream and to no other.
import type { JsonObject, ReasoningPart, Sealer } from '@org/engine';
import type { RedactedThinkingBlockParam, ThinkingBlockParam } from '@org/protocol/messages';
import { readOwnSeal, readSeal, writeSeal } from '../shared/seal-text.js';
import { bagOf, extended, shapeKey, wireFields } from './extensions.js';

/** The issuer of every seal that this service cannot verify. */
const foreignIssuer = 'foreign';

export function decodeThinking(block: ThinkingBlockParam, sealer: Sealer): ReasoningPart {
  const { type: _, thinking: text, signature, ...rest } = block;
  const data = signature ?? '';
  const bag = extended(rest, signature == null ? (signature === null ? 'null' : 'unsigned') : undefined);
  const named = readSeal(data);
  if (named !== undefined) return { type: 'reasoning', text, seal: named, ...bag };
  const { data: proof, ...voice } = readOwnSeal(data);
  if (proof !== '' && text !== '' && sealer.verify(text, proof)) {
    return { type: 'reasoning', text, seal: { issuer: 'local', form: 'signature', data: proof }, ...voice, ...bag };
  }
  const sealed = proof === '' ? undefined : sealer.decrypt(proof);
  if (sealed !== undefined && (text === '' || text === sealed)) {
    return {
      type: 'reasoning',
      text: sealed,
      seal: { issuer: 'local', form: 'encrypted', data: proof },
      ...voice,
      ...bag,
    };
  }
  return { type: 'reasoning', text, seal: { issuer: foreignIssuer, form: 'signature', data }, ...bag };
}

export function decodeRedactedThinking(block: RedactedThinkingBlockParam): ReasoningPart {
  const { type: _, data, ...rest } = block;
  const seal = readSeal(data) ?? { issuer: foreignIssuer, form: 'redacted', data };
  return { type: 'reasoning', text: '', seal, ...extended(rest) };
}

/** The block of a request. A seal that holds the text stands for it. */
export function encodeThinkingParam(part: ReasoningPart): JsonObject {
  const { text, seal, author } = part;
  const bag = bagOf(part);
  const fields = wireFields(bag);
  if (seal?.form === 'redacted') return { type: 'redacted_thinking', data: writeSeal(seal), ...fields };
  if (bag[shapeKey] === 'unsigned') return { type: 'thinking', thinking: text, ...fields };
  if (bag[shapeKey] === 'null') return { type: 'thinking', thinking: text, signature: null, ...fields };
  return {
    type: 'thinking',
    thinking: seal?.form === 'encrypted' && seal.issuer === 'local' ? '' : text,
    signature: seal === undefined ? '' : writeSeal(seal, author),
    ...fields,
  };
}
