import type { SignatureName } from '../compat/next-signature-name.js';
import type { CallExtra } from './response-signatures.js';

/** Google's value for a call without a signature: another model made it, or its client did not store it. */
const noSignature = 'skip_thought_signature_validator';

/** Returns the data to send with the first call of a message none of whose calls has a signature. */
export function unsigned(name: SignatureName): CallExtra {
  return { [name]: { thought_signature: noSignature } };
}
