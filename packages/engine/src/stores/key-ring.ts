import { createHmac, timingSafeEqual } from 'node:crypto';
import { EngineError } from '../errors/engine-error.js';
import { keyBytes, lockBytes, lockContent, unlockBytes } from './content-lock.js';

/** A key of the operator, under which the keys of contents are kept. */
export interface StoreKey {
  /** What the operator calls it. */
  readonly id: string;
  /** 32 random bytes. */
  readonly secret: Uint8Array;
}

/** In the place of the first key: what is written lies open, and the keys behind it only open what others have closed with them. */
export const noStoreKey = 'none';

export type StoreKeyEntry = StoreKey | typeof noStoreKey;

const fingerprintBytes = 8;

/** What stands in place of a print when the content key lies open: nobody gave the store a key. */
export const noFingerprint: Buffer = Buffer.alloc(fingerprintBytes);

/** Bytes of an envelope, whatever it holds: so that one can take the place of another without anything moving. */
export const envelopeBytes: number = fingerprintBytes + lockBytes + keyBytes;

const openFill = Buffer.alloc(lockBytes);

interface RingKey extends StoreKey {
  /** Tells which key it is and nothing else of it. */
  readonly fingerprint: Buffer;
}

/**
 * The operator's keys. The first puts the keys of contents into envelopes, every one of them opens what it closed. An
 * envelope is the key's print and the content key under AES-256-GCM; without any key it holds the content key openly.
 *
 * Changing the operator's key so means new envelopes of 68 bytes, never new contents. Nonces are random: a key may close
 * 2^32 envelopes.
 */
export class KeyRing {
  readonly #keys: readonly RingKey[];
  /** The key that closes new envelopes. */
  readonly first: RingKey | undefined;
  /** What the operator calls keys that others have, by their prints as hex. */
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

  /** The print of the first key, or what stands for none. */
  get firstFingerprint(): Buffer {
    return this.first?.fingerprint ?? noFingerprint;
  }

  /** What the envelopes begin with that this ring opens. */
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

  /** Remembers what a key is called, so that whoever lacks it can be told. */
  recordName(fingerprint: Uint8Array, id: string): void {
    this.#names.set(Buffer.from(fingerprint).toString('hex'), id);
  }

  /** The envelope of a content key. */
  close(contentKey: Uint8Array): Buffer {
    if (this.first === undefined) return Buffer.concat([noFingerprint, openFill, contentKey]);
    const { fingerprint, secret } = this.first;
    return Buffer.concat([fingerprint, lockContent(secret, nameOf(fingerprint), contentKey)]);
  }

  /** The content key in an envelope. Throws `internal` when the key that closed it is not here, or the envelope is damaged. */
  open(envelope: Uint8Array): Uint8Array {
    const fingerprint = envelope.subarray(0, fingerprintBytes);
    const closed = envelope.subarray(fingerprintBytes);
    if (sameBytes(fingerprint, noFingerprint)) return closed.subarray(lockBytes);
    const key = this.withFingerprint(fingerprint);
    if (key === undefined) throw this.#notGiven(fingerprint);
    return unlockBytes(key.secret, nameOf(key.fingerprint), closed);
  }

  /** Clients are told that much; the names of keys are for the log. */
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
