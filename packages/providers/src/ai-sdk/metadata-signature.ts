import type { SharedV4ProviderMetadata } from '@ai-sdk/provider';
import { type JsonObject, type JsonValue, type ReasoningSignature, isObject, asObject, asText } from '@org/engine';
import { readSignatureData, writeSignatureData, type Signer } from '../shared/signature-data.js';

export type { Signer };

/** Data that an upstream requires back with its own reasoning or a call, by the package's provider name. */
export type SignatureMetadata = Readonly<Record<string, JsonObject>>;

/** Content of one signature. */
export interface SignedMetadata {
  /** Reasoning that the signature covers; empty when it covers only calls or the response. */
  readonly text: string;
  readonly metadata?: SignatureMetadata;
  /** Signature of the text that directly precedes. */
  readonly answer?: SignatureMetadata;
  /** Signatures of tool calls, by call id. */
  readonly calls?: Readonly<Record<string, SignatureMetadata>>;
}

/**
 * Metadata members that are signatures. All others are dropped in both directions: a client could name objects that
 * the upstream stores for another owner.
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

/** Extracts the signatures from a package's metadata of a part; `undefined` when there are none. */
export function signaturesOf(metadata: unknown): SignatureMetadata | undefined {
  const retained: Record<string, JsonObject> = {};
  for (const [name, own] of Object.entries(asObject(metadata) ?? {})) {
    if (!isObject(own)) continue;
    const members = Object.entries(own).filter(([key, value]) => signatures.has(key) && hasContent(value));
    // The value is from JSON that the package parsed or from the service's own signature.
    if (members.length > 0) retained[name] = Object.fromEntries(members as [string, JsonValue][]);
  }
  return Object.keys(retained).length === 0 ? undefined : retained;
}

function hasContent(value: unknown): boolean {
  return Array.isArray(value) ? value.length > 0 : value !== undefined && value !== null;
}

/** Merges both; the later one wins. */
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

/**
 * Creates a signature with all data that the same model needs to receive its reasoning again. Models of one package
 * share its name.
 */
export function signMetadata(encrypted: SignedMetadata, { name, model }: Signer): ReasoningSignature {
  return {
    signer: name,
    form: encrypted.text === '' ? 'redacted' : 'encrypted',
    data: writeSignatureData(prefix, model, encrypted),
  };
}

/**
 * Returns the content of a signature from the same model; `undefined` for every other one. It passed through a
 * client, so everything is validated, and text without an upstream signature is not accepted as reasoning.
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

/** Converts to options of a prompt part. The two types have one shape; only the one of this project is read-only. */
export function toProviderOptions(signatureData: SignatureMetadata | undefined): {
  providerOptions?: SharedV4ProviderMetadata;
} {
  return signatureData === undefined ? {} : { providerOptions: signatureData as SharedV4ProviderMetadata };
}
