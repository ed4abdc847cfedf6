import { EngineError } from '@org/engine/storage';
import type { KeyRing } from './key-ring.js';

/** A store key as the database remembers it: never the key itself. */
export interface KnownKey {
  readonly fingerprint: Uint8Array;
  readonly id: string;
}

/** The known keys that are not configured. No content may be stored under them. */
export function missingKeys(keys: KeyRing, known: readonly KnownKey[]): readonly KnownKey[] {
  return known.filter(({ fingerprint }) => keys.withFingerprint(fingerprint) === undefined);
}

/** For a store that has contents under a key that was not given. */
export function missingKey(keys: KeyRing, { id }: KnownKey): EngineError {
  const reason =
    keys.named(id) === undefined
      ? `does not contain the store key "${id}", which encrypts stored content`
      : `has another key as "${id}" than the one that encrypts stored content`;
  return new EngineError('internal', `STORE_KEYS ${reason}.`);
}

/** Error of a replica that runs while others store contents under a key that it does not have. */
export function keyInUseElsewhere({ id }: KnownKey): EngineError {
  return new EngineError(
    'internal',
    `Another replica encrypts content with the store key "${id}", which this one does not have, so it cannot read that content. Add a key to STORE_KEYS of all replicas before the first of them encrypts with it.`,
  );
}

/** For contents that were to be moved to the first store key. `cause` is why the first of those that were not. */
export function renewalIncomplete(failed: number, moved: number, cause?: unknown): EngineError {
  const subject = failed === 1 ? '1 stored content' : `${failed} stored contents`;
  return new EngineError(
    'internal',
    `${subject} could not be moved to the first store key; ${moved} were.`,
    cause === undefined ? {} : { cause },
  );
}

/** What a count of prints means, with the names that the database knows. Print as hex; of contents that lie open, it is zeros. */
export function nameCounts(
  known: readonly KnownKey[],
  counts: ReadonlyMap<string, number>,
): ReadonlyMap<string | undefined, number> {
  const names = new Map(known.map(({ fingerprint, id }) => [Buffer.from(fingerprint).toString('hex'), id]));
  return new Map(Array.from(counts, ([fingerprint, count]) => [names.get(fingerprint), count]));
}
