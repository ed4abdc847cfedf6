import type { SharedV4ProviderMetadata } from '@ai-sdk/provider';
import type { JsonObject, JsonValue, ReasoningSeal } from '@org/engine';
import { readProof, writeProof, type ProofIssuer } from '../shared/proof-data.js';
import { isObject, objectOf, textOf } from '../shared/wire-value.js';

export type { ProofIssuer };

/** What an upstream wants back with its own reasoning or with a call, by the package's name of itself. */
export type ProofMetadata = Readonly<Record<string, JsonObject>>;

/** What one seal holds. */
export interface SealedMetadata {
  /** The reasoning that the proof is of; empty when it is of calls or of the answer alone. */
  readonly text: string;
  readonly metadata?: ProofMetadata;
  /** Proof of the text that stands right before. */
  readonly answer?: ProofMetadata;
  /** Proofs of tool calls, by call id. */
  readonly calls?: Readonly<Record<string, ProofMetadata>>;
}

/**
 * The members that prove something. Nothing else goes out or comes back in: a client could name what is stored at the
 * upstream for somebody else.
 */
const proofs: ReadonlySet<string> = new Set([
  'signature',
  'redactedData',
  'thoughtSignature',
  'reasoningEncryptedContent',
  'encryptedContent',
  'encrypted_content',
  'reasoning_details',
]);

const prefix = 'aisdk1.';

/** The proofs among what a package says beside a part; `undefined` when there are none. */
export function proofsOf(metadata: unknown): ProofMetadata | undefined {
  const retained: Record<string, JsonObject> = {};
  for (const [name, own] of Object.entries(objectOf(metadata) ?? {})) {
    if (!isObject(own)) continue;
    const members = Object.entries(own).filter(([key, value]) => proofs.has(key) && hasContent(value));
    // It is what the package read out of JSON, or we out of a seal.
    if (members.length > 0) retained[name] = Object.fromEntries(members as [string, JsonValue][]);
  }
  return Object.keys(retained).length === 0 ? undefined : retained;
}

function hasContent(value: unknown): boolean {
  return Array.isArray(value) ? value.length > 0 : value !== undefined && value !== null;
}

/** Both, the later one winning. */
export function joinProofs(
  before: ProofMetadata | undefined,
  later: ProofMetadata | undefined,
): ProofMetadata | undefined {
  if (before === undefined || later === undefined) return before ?? later;
  const joined: Record<string, JsonObject> = { ...before };
  for (const [name, own] of Object.entries(later)) joined[name] = { ...joined[name], ...own };
  return joined;
}

/** A package's name in the letters that the name of an issuer may have. */
export function issuerName(packageName: string): string {
  return `ai-sdk-${packageName.replaceAll(/[^\w]+/g, '-').replace(/^-/, '')}`;
}

/** A seal that carries all that is needed to show the same to the same model again. One package's models share its name. */
export function sealMetadata(sealed: SealedMetadata, { name, model }: ProofIssuer): ReasoningSeal {
  return { issuer: name, form: sealed.text === '' ? 'redacted' : 'encrypted', data: writeProof(prefix, model, sealed) };
}

/**
 * What a seal of the same model holds; `undefined` for every other one. It was in the hands of a client, so nothing is
 * taken as given, and a text without a proof, which the upstream could judge, is no reasoning.
 */
export function openSeal({ issuer, data }: ReasoningSeal, { name, model }: ProofIssuer): SealedMetadata | undefined {
  const value = issuer === name ? readProof(prefix, model, data) : undefined;
  if (value === undefined) return undefined;
  const metadata = proofsOf(value['metadata']);
  const answer = proofsOf(value['answer']);
  const calls = Object.entries(objectOf(value['calls']) ?? {}).flatMap(([callId, own]) => {
    const retained = proofsOf(own);
    return retained === undefined ? [] : [[callId, retained] as const];
  });
  return {
    text: metadata === undefined ? '' : (textOf(value['text']) ?? ''),
    ...(metadata === undefined ? {} : { metadata }),
    ...(answer === undefined ? {} : { answer }),
    ...(calls.length === 0 ? {} : { calls: Object.fromEntries(calls) }),
  };
}

/** As options of a part of a prompt. The two names of one shape differ in that ours cannot be written to. */
export function toProviderOptions(proof: ProofMetadata | undefined): { providerOptions?: SharedV4ProviderMetadata } {
  return proof === undefined ? {} : { providerOptions: proof as SharedV4ProviderMetadata };
}
