import type { SharedV4ProviderMetadata } from '@ai-sdk/provider';
import { type JsonObject, type JsonValue, type ReasoningSignature, isObject, asObject, asText } from '@org/engine';
import { readSignatureData, writeSignatureData, type Signer } from '../shared/signature-data.js';

export type { Signer };

/** What an upstream wants back with its own reasoning or with a call, by the package's name of itself. */
export type SignatureMetadata = Readonly<Record<string, JsonObject>>;

/** What one seal holds. */
export interface SignedMetadata {
  /** The reasoning that the proof is of; empty when it is of calls or of the answer alone. */
  readonly text: string;
  readonly metadata?: SignatureMetadata;
  /** Proof of the text that stands right before. */
  readonly answer?: SignatureMetadata;
  /** Proofs of tool calls, by call id. */
  readonly calls?: Readonly<Record<string, SignatureMetadata>>;
}

/**
 * The members that prove something. Nothing else goes out or comes back in: a client could name what is stored at the
 * upstream for somebody else.
 */
const signatures: ReadonlySet<string> = new Set([
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
export function signaturesOf(metadata: unknown): SignatureMetadata | undefined {
  const retained: Record<string, JsonObject> = {};
  for (const [name, own] of Object.entries(asObject(metadata) ?? {})) {
    if (!isObject(own)) continue;
    const members = Object.entries(own).filter(([key, value]) => signatures.has(key) && hasContent(value));
    // It is what the package read out of JSON, or we out of a seal.
    if (members.length > 0) retained[name] = Object.fromEntries(members as [string, JsonValue][]);
  }
  return Object.keys(retained).length === 0 ? undefined : retained;
}

function hasContent(value: unknown): boolean {
  return Array.isArray(value) ? value.length > 0 : value !== undefined && value !== null;
}

/** Both, the later one winning. */
export function joinSignatures(
  before: SignatureMetadata | undefined,
  later: SignatureMetadata | undefined,
): SignatureMetadata | undefined {
  if (before === undefined || later === undefined) return before ?? later;
  const joined: Record<string, JsonObject> = { ...before };
  for (const [name, own] of Object.entries(later)) joined[name] = { ...joined[name], ...own };
  return joined;
}

/** A package's name in the letters that the name of an issuer may have. */
export function signerName(packageName: string): string {
  return `ai-sdk-${packageName.replaceAll(/[^\w]+/g, '-').replace(/^-/, '')}`;
}

/** A seal that carries all that is needed to show the same to the same model again. One package's models share its name. */
export function signMetadata(encrypted: SignedMetadata, { name, model }: Signer): ReasoningSignature {
  return {
    signer: name,
    form: encrypted.text === '' ? 'redacted' : 'encrypted',
    data: writeSignatureData(prefix, model, encrypted),
  };
}

/**
 * What a seal of the same model holds; `undefined` for every other one. It was in the hands of a client, so nothing is
 * taken as given, and a text without a proof, which the upstream could judge, is no reasoning.
 */
export function verifySignature(
  { signer, data }: ReasoningSignature,
  { name, model }: Signer,
): SignedMetadata | undefined {
  const value = signer === name ? readSignatureData(prefix, model, data) : undefined;
  if (value === undefined) return undefined;
  const metadata = signaturesOf(value['metadata']);
  const answer = signaturesOf(value['answer']);
  const calls = Object.entries(asObject(value['calls']) ?? {}).flatMap(([callId, own]) => {
    const retained = signaturesOf(own);
    return retained === undefined ? [] : [[callId, retained] as const];
  });
  return {
    text: metadata === undefined ? '' : (asText(value['text']) ?? ''),
    ...(metadata === undefined ? {} : { metadata }),
    ...(answer === undefined ? {} : { answer }),
    ...(calls.length === 0 ? {} : { calls: Object.fromEntries(calls) }),
  };
}

/** As options of a part of a prompt. The two names of one shape differ in that ours cannot be written to. */
export function toProviderOptions(signatureData: SignatureMetadata | undefined): {
  providerOptions?: SharedV4ProviderMetadata;
} {
  return signatureData === undefined ? {} : { providerOptions: signatureData as SharedV4ProviderMetadata };
}
