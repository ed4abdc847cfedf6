import type { CallExtra } from './answer-proofs.js';

/** Under which names Gemini's addresses keep the signature of a call: AI Studio's, and Vertex AI's. */
const signatureNames = ['google', 'vertex'] as const;
export type SignatureName = (typeof signatureNames)[number];

/** Google's own words for a call that has none: it was made by another model, or its client did not keep it. */
const noSignature = 'skip_thought_signature_validator';

/** What goes out beside the first call of an answer none of whose calls has a signature. */
export function unsigned(name: SignatureName): CallExtra {
  return { [name]: { thought_signature: noSignature } };
}

/** The name to try after `current`, when a refusal misses signatures. */
export function nameToSign(refusal: string, current: SignatureName | undefined): SignatureName | undefined {
  if (!/missing an? \W{0,2}thought_?signature/i.test(refusal)) return undefined;
  return current === undefined ? signatureNames[0] : signatureNames[signatureNames.indexOf(current) + 1];
}
