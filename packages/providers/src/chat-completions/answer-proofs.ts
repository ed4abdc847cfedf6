import { createHash } from 'node:crypto';
import type { JsonObject, ReasoningSeal } from '@org/engine';
import { readProof, writeProof, type ProofIssuer } from '../shared/proof-data.js';
import { arrayOf, isObject, objectOf, textOf } from '../shared/wire-value.js';

/** What an upstream says beside a call and wants back with it, by who means it: `{ google: { thought_signature } }`. */
export type CallExtra = Readonly<Record<string, JsonObject>>;

/** What an upstream wants back with its own answer, although clients have no place for it. */
export interface AnswerProofs {
  /** The list of that name. */
  readonly reasoningDetails?: readonly JsonObject[];
  /** `extra_content` of calls, by call id. */
  readonly calls?: Readonly<Record<string, CallExtra>>;
}

const prefix = 'chat1.';

/** The same on every replica, and nothing that tells clients where the upstream is. */
export function issuerOf(baseUrl: string): string {
  return `chat-${createHash('sha256').update(baseUrl).digest('base64url').slice(0, 12)}`;
}

/** What proves something in `extra_content`. Nothing else goes out or comes back in: the clients carry it. */
export function readCallExtra(value: unknown): CallExtra | undefined {
  const entries = Object.entries(objectOf(value) ?? {}).flatMap(([name, own]) => {
    const signature = textOf(objectOf(own)?.['thought_signature']);
    return signature === undefined ? [] : [[name, { thought_signature: signature }] as const];
  });
  return entries.length === 0 ? undefined : Object.fromEntries(entries);
}

/** The proofs of an answer as the seal of reasoning that hides its text. */
export function sealProofs(proofs: AnswerProofs, { name, model }: ProofIssuer): ReasoningSeal {
  return { issuer: name, form: 'redacted', data: writeProof(prefix, model, proofs) };
}

/** The proofs in a seal; `undefined` for one of another upstream or model. */
export function openProofs({ issuer, data }: ReasoningSeal, { name, model }: ProofIssuer): AnswerProofs | undefined {
  const value = issuer === name ? readProof(prefix, model, data) : undefined;
  if (value === undefined) return undefined;
  // It came out of JSON.parse, so it is JSON.
  const details = arrayOf(value['reasoningDetails']).filter(isObject) as readonly JsonObject[];
  const calls = Object.entries(objectOf(value['calls']) ?? {}).flatMap(([callId, own]) => {
    const extra = readCallExtra(own);
    return extra === undefined ? [] : [[callId, extra] as const];
  });
  return {
    ...(details.length === 0 ? {} : { reasoningDetails: details }),
    ...(calls.length === 0 ? {} : { calls: Object.fromEntries(calls) }),
  };
}
