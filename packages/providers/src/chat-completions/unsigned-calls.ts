import type { SignatureName } from '../compat/signature-names.js';
import type { CallExtra } from './response-signatures.js';

/** Google's own words for a call that has none: it was made by another model, or its client did not keep it. */
const noSignature = 'skip_thought_signature_validator';

/** What goes out beside the first call of an answer none of whose calls has a signature. */
export function unsigned(name: SignatureName): CallExtra {
  return { [name]: { thought_signature: noSignature } };
}
