import type { Authenticator } from './authenticator.js';
import { InvalidKeyError } from './credential-of.js';

/** The key that `read` returns. Records it in the audit log when it cannot be a key, and throws what `read` throws. */
export function auditedCredential(
  read: () => string,
  authenticator: Pick<Authenticator, 'noteMalformed'>,
  address: () => string | undefined,
): string {
  try {
    return read();
  } catch (error) {
    if (error instanceof InvalidKeyError) authenticator.noteMalformed(address());
    throw error;
  }
}
