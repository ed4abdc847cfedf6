import { createHmac, timingSafeEqual } from 'node:crypto';
import { EngineError, noStoreKey, type StoreKey, type StoreKeyEntry } from '@org/engine/storage';
import { keyBytes, encryptionOverheadBytes, encryptContent, decryptBytes } from './content-cipher.js';

const fingerprintBytes = 8;

/** Placeholder for the fingerprint when the content key is stored in plaintext, because the store has no key. */
export const noFingerprint: Buffer = Buffer.alloc(fingerprintBytes);

/** Size of every envelope in bytes, so that one can replace another in place. */
export const envelopeBytes: number = fingerprintBytes + encryptionOverheadBytes + keyBytes;

const openFill = Buffer.alloc(encryptionOverheadBytes);

interface RingKey extends StoreKey {
  /** Identifies the key and reveals nothing else about it. */
  readonly fingerprint: Buffer;
}

/**
 * The operator's keys. The first key encrypts content keys into envelopes, and every key decrypts its own envelopes.
 * An envelope is the key's fingerprint and the content key under AES-256-GCM; without any key it holds the content
 * key in plaintext.
 *
 * Rotating the operator's key therefore rewrites envelopes of 68 bytes and never the contents. Nonces are random: a
 * key may encrypt 2^32 envelopes.
 */
export class KeyRing {
  readonly #keys: readonly RingKey[];
  /** The key that closes new envelopes. */
  readonly first: RingKey | undefined;
  /** The operator's names of keys that other replicas have, by their fingerprints as hex. */
  readonly #names = new Map<string, string>();

  constructor(entries: readonly StoreKeyEntry[]) {
    this.#keys = entries
      .filter((entry) => entry !== noStoreKey)
      .map(({ id, secret }) => {
        if (secret.byteLength !== keyBytes)
          throw new RangeError(`A store key has ${keyBytes} bytes; "${id}" has ${secret.byteLength}.`);
        return {
          id,
          secret,
          fingerprint: createHmac('sha256', secret)
            .update('print of a store key')
            .digest()
            .subarray(0, fingerprintBytes),
        };
      });
    this.first = entries[0] === noStoreKey ? undefined : this.#keys[0];
  }

  /** Fingerprint of the first key, or the placeholder for no key. */
  get firstFingerprint(): Buffer {
    return this.first?.fingerprint ?? noFingerprint;
  }

  /** Prefixes of the envelopes that this key ring can decrypt. */
  get fingerprints(): readonly Buffer[] {
    return [noFingerprint, ...this.#keys.map(({ fingerprint }) => fingerprint)];
  }

  /** Whether the key is here that closed an envelope. */
  opens(envelope: Uint8Array): boolean {
    return this.fingerprints.some((fingerprint) => sameBytes(fingerprint, envelope.subarray(0, fingerprintBytes)));
  }

  /** Whether an envelope is as this ring would make it now. */
  isCurrent(envelope: Uint8Array): boolean {
    return sameBytes(envelope.subarray(0, fingerprintBytes), this.firstFingerprint);
  }

  named(id: string): RingKey | undefined {
    return this.#keys.find((key) => key.id === id);
  }

  withFingerprint(fingerprint: Uint8Array): RingKey | undefined {
    return this.#keys.find((key) => sameBytes(key.fingerprint, fingerprint));
  }

  /** Stores the name of a key, so that an error can name it to an operator who lacks it. */
  recordName(fingerprint: Uint8Array, id: string): void {
    this.#names.set(Buffer.from(fingerprint).toString('hex'), id);
  }

  /** The envelope of a content key. */
  wrapKey(contentKey: Uint8Array): Buffer {
    if (this.first === undefined) return Buffer.concat([noFingerprint, openFill, contentKey]);
    const { fingerprint, secret } = this.first;
    return Buffer.concat([fingerprint, encryptContent(secret, nameOf(fingerprint), contentKey)]);
  }

  /** The content key in an envelope. Throws `internal` when the key that closed it is not here, or the envelope is damaged. */
  unwrapKey(envelope: Uint8Array): Uint8Array {
    const fingerprint = envelope.subarray(0, fingerprintBytes);
    const closed = envelope.subarray(fingerprintBytes);
    if (sameBytes(fingerprint, noFingerprint)) return closed.subarray(encryptionOverheadBytes);
    const key = this.withFingerprint(fingerprint);
    if (key === undefined) throw this.#notGiven(fingerprint);
    return decryptBytes(key.secret, nameOf(key.fingerprint), closed);
  }

  /** The error for clients reveals only this; the names of keys are for the log. */
  #notGiven(fingerprint: Uint8Array): EngineError {
    const hex = Buffer.from(fingerprint).toString('hex');
    const name = this.#names.get(hex);
    const cause = new Error(
      `It is encrypted with ${name === undefined ? 'a store key' : `the store key "${name}"`} (fingerprint ${hex}), which STORE_KEYS of this process does not contain.`,
    );
    return new EngineError('internal', 'Stored content is encrypted with a store key that the service does not have.', {
      cause,
    });
  }
}

function sameBytes(one: Uint8Array, other: Uint8Array): boolean {
  return one.byteLength === other.byteLength && timingSafeEqual(one, other);
}

function nameOf(fingerprint: Buffer): string {
  return `content key ${fingerprint.toString('hex')}`;
}
