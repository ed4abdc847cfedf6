/** Provider names under which Gemini's endpoints store the signature of a call: AI Studio's and Vertex AI's. */
const signatureNames = ['google', 'vertex'] as const;
export type SignatureName = (typeof signatureNames)[number];

/** The name to try after `current`, where the upstream misses a signature; `undefined` after the last. */
export function nextSignatureName(current: SignatureName | undefined): SignatureName | undefined {
  return current === undefined ? signatureNames[0] : signatureNames[signatureNames.indexOf(current) + 1];
}
