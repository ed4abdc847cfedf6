// Encrypts stored responses with the client's own key: a request with `store: false` and an idempotency key leaves
// nothing that others could read.
import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';
import type { ReasoningSigner, StoredResponse } from '@org/engine';
import { warningHeaderName } from '../request-context/warning-header.js';

const ivBytes = 12;
const tagBytes = 16;

/** A header with details of the request, which must stay private. */
const encryptedHeader = warningHeaderName;

/** The response in encrypted form for storage. */
export function encryptResponse({ headers, body, status }: StoredResponse, lock: ResponseCipher): StoredResponse {
  return { status, headers: mapEncryptedHeader(headers, (text) => lock.close(text)), body: lock.close(body) };
}

/** The stored response, decrypted to the form that the client received. */
export function decryptResponse({ headers, body, status }: StoredResponse, lock: ResponseCipher): StoredResponse {
  return { status, headers: mapEncryptedHeader(headers, (text) => lock.open(text)), body: lock.open(body) };
}

function mapEncryptedHeader(
  headers: StoredResponse['headers'],
  change: (text: string) => string,
): StoredResponse['headers'] {
  const text = headers[encryptedHeader];
  return text === undefined ? headers : { ...headers, [encryptedHeader]: change(text) };
}

export interface ResponseCipher {
  /** Id of the request in the store; it does not reveal the client's key. */
  readonly id: string;
  close(text: string): string;
  /** Throws when `data` was not closed by this lock. */
  open(data: string): string;
}

/**
 * Creates the cipher of one client key. Decryption requires the secret of the service and the client's key, so
 * neither a copy of the database nor the service without the client's request reveals the response. `names`: owner,
 * route, and the client's key.
 */
export function createResponseCipher(
  reasoningSigner: Pick<ReasoningSigner, 'sign'>,
  names: readonly string[],
): ResponseCipher {
  const secret = reasoningSigner.sign(JSON.stringify(['idempotent answer', ...names]));
  const derive = (purpose: string): Buffer => Buffer.from(hkdfSync('sha256', secret, '', purpose, 32));
  const key = derive('content');
  return {
    id: derive('name').toString('base64url'),
    close(text) {
      const iv = randomBytes(ivBytes);
      const cipher = createCipheriv('aes-256-gcm', key, iv);
      const body = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
      return Buffer.concat([iv, cipher.getAuthTag(), body]).toString('base64');
    },
    open(data) {
      const bytes = Buffer.from(data, 'base64');
      const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, ivBytes)).setAuthTag(
        bytes.subarray(ivBytes, ivBytes + tagBytes),
      );
      return decipher.update(bytes.subarray(ivBytes + tagBytes), undefined, 'utf8') + decipher.final('utf8');
    },
  };
}
