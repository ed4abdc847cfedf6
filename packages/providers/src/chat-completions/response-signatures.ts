import { createHash } from 'node:crypto';
import { type JsonObject, type ReasoningSignature, arrayOf, isObject, asObject, asText } from '@org/engine';
import { readSignatureData, writeSignatureData, type Signer } from '../shared/signature-data.js';

/** Data that an upstream sends with a call and requires back, by vendor: `{ google: { thought_signature } }`. */
export type CallExtra = Readonly<Record<string, JsonObject>>;

/** Data that an upstream requires back with its own message, although clients have no field for it. */
export interface ResponseSignatures {
  /** The list of that name. */
  readonly reasoningDetails?: readonly JsonObject[];
  /** `extra_content` of calls, by call id. */
  readonly calls?: Readonly<Record<string, CallExtra>>;
}

const prefix = 'chat1.';

/** Returns a signer that is equal on every replica and does not reveal the upstream's address. */
export function signerOf(baseUrl: string): string {
  return `chat-${createHash('sha256').update(baseUrl).digest('base64url').slice(0, 12)}`;
}

/** Reads the signatures in `extra_content`. All else is dropped in both directions, because clients carry it. */
export function readCallExtra(value: unknown): CallExtra | undefined {
  const entries = Object.entries(asObject(value) ?? {}).flatMap(([name, own]) => {
    const signature = asText(asObject(own)?.['thought_signature']);
    return signature === undefined ? [] : [[name, { thought_signature: signature }] as const];
  });
  return entries.length === 0 ? undefined : Object.fromEntries(entries);
}

/** Encodes the signatures of a response as the signature of reasoning with hidden text. */
export function signAll(signatures: ResponseSignatures, { name, model }: Signer): ReasoningSignature {
  return { signer: name, form: 'redacted', data: writeSignatureData(prefix, model, signatures) };
}

/** Returns the signatures of a response; `undefined` for those of another upstream or model. */
export function verifySignatures(
  { signer, data }: ReasoningSignature,
  { name, model }: Signer,
): ResponseSignatures | undefined {
  const value = signer === name ? readSignatureData(prefix, model, data) : undefined;
  if (value === undefined) return undefined;
  // It came out of JSON.parse, so it is JSON.
  const details = arrayOf(value['reasoningDetails']).filter(isObject) as readonly JsonObject[];
  const calls = Object.entries(asObject(value['calls']) ?? {}).flatMap(([callId, own]) => {
    const extra = readCallExtra(own);
    return extra === undefined ? [] : [[callId, extra] as const];
  });
  return {
    ...(details.length === 0 ? {} : { reasoningDetails: details }),
    ...(calls.length === 0 ? {} : { calls: Object.fromEntries(calls) }),
  };
}
