import {
  createCipheriv,
  createDecipheriv,
  createHmac,
  createSecretKey,
  hkdfSync,
  timingSafeEqual,
  type KeyObject,
} from 'node:crypto';
import type { ReasoningSigner, EncryptionPurpose } from '@org/engine';
import { fromPlainBytes, toPlainBytes } from './plain-bytes.js';

const secretBytes = 32;
const ivBytes = 12;
const tagBytes = 16;
/** First byte of every signed text. */
const version = Buffer.of(2);

/** Additional authenticated data of a text: a later format or another purpose cannot be passed off as this one. */
const associatedData = (purpose: EncryptionPurpose): Buffer => Buffer.concat([version, Buffer.from(purpose, 'latin1')]);

/**
 * Creates a signer from one secret of at least 32 random bytes. Signers with the same secret accept each other's
 * signatures.
 *
 * `sign` is HMAC-SHA-256. `encrypt` is AES-256-GCM whose nonce is an HMAC of purpose and text: equal texts give equal
 * ciphertexts, and two texts share a nonce only on a collision of 96 bits. The scheme therefore reveals only that two
 * texts are equal.
 */
export function createServerSigner(secret: Uint8Array): ReasoningSigner {
  if (secret.byteLength < secretBytes)
    throw new RangeError(`A signing secret has at least ${secretBytes} bytes; this one has ${secret.byteLength}.`);
  const signingKey = deriveKey(secret, 'reasoning signature');
  const nonceKey = deriveKey(secret, 'reasoning nonce');
  const contentKey = deriveKey(secret, 'reasoning content');

  const signature = (text: string): Buffer => createHmac('sha256', signingKey).update(toPlainBytes(text)).digest();

  return {
    sign: (text) => signature(text).toString('base64'),

    verify(text, claimed) {
      const bytes = fromCanonicalBase64(claimed);
      const expected = signature(text);
      return bytes !== undefined && bytes.byteLength === expected.byteLength && timingSafeEqual(bytes, expected);
    },

    encrypt(text, purpose = 'reasoning') {
      const plain = toPlainBytes(text);
      const iv = createHmac('sha256', nonceKey).update(`${purpose}\0`).update(plain).digest().subarray(0, ivBytes);
      const cipher = createCipheriv('aes-256-gcm', contentKey, iv, { authTagLength: tagBytes }).setAAD(
        associatedData(purpose),
      );
      const body = Buffer.concat([cipher.update(plain), cipher.final()]);
      return Buffer.concat([version, iv, cipher.getAuthTag(), body]).toString('base64');
    },

    decrypt(data, purpose = 'reasoning') {
      const bytes = fromCanonicalBase64(data);
      if (bytes === undefined || bytes.byteLength <= version.length + ivBytes + tagBytes || bytes[0] !== version[0])
        return undefined;
      const iv = bytes.subarray(1, 1 + ivBytes);
      const tag = bytes.subarray(1 + ivBytes, 1 + ivBytes + tagBytes);
      const decipher = createDecipheriv('aes-256-gcm', contentKey, iv, { authTagLength: tagBytes })
        .setAAD(associatedData(purpose))
        .setAuthTag(tag);
      const head = decipher.update(bytes.subarray(1 + ivBytes + tagBytes));
      try {
        return fromPlainBytes(Buffer.concat([head, decipher.final()]));
      } catch {
        return undefined; // The tag does not match: the text was changed or signed with another secret.
      }
    },
  };
}

function deriveKey(secret: Uint8Array, purpose: string): KeyObject {
  return createSecretKey(Buffer.from(hkdfSync('sha256', secret, new Uint8Array(0), purpose, 32)));
}

/**
 * Decodes base64 in its only canonical form: Node skips stray characters, so a signature could be changed without
 * detection.
 */
function fromCanonicalBase64(text: string): Buffer | undefined {
  const bytes = Buffer.from(text, 'base64');
  return bytes.toString('base64') === text ? bytes : undefined;
}
