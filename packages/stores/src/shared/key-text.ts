import { hash } from 'node:crypto';

/** Characters that a database's text column would reject, truncate or alter, and the escape character. */
const unsafe = /[\\\0\p{Surrogate}]/gu;
const escaped = /\\(u[0-9a-f]{4}|\\)/g;

/**
 * Encodes a string for a searchable text column. Different strings never become the same text. PostgreSQL rejects
 * NUL, and every UTF-8 column replaces a lone surrogate with U+FFFD, which would make two ids equal.
 */
export function toKeyText(value: string): string {
  return value.replace(unsafe, (unit) =>
    unit === '\\' ? '\\\\' : `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}

/** The string that {@link toKeyText} was given. */
export function fromKeyText(text: string): string {
  return text.replace(escaped, (sequence) =>
    sequence === '\\\\' ? '\\' : String.fromCharCode(Number.parseInt(sequence.slice(2), 16)),
  );
}

/** A lookup key for a string of any length and origin; the file contains none of the string in readable form. */
export function toLookupKey(value: string): Buffer {
  return hash('sha256', toKeyText(value), 'buffer');
}

/** An id made by this service: it starts with its creation time. */
const timedId = /^[a-z]+_([0-9A-Za-z]{7})[0-9A-Za-z]{22}$/;

/**
 * The lookup key of an item's id, as text: its SHA-256. Keys of ids made by this service begin with the time and so
 * preserve creation order: an index grows at its end. The time is the only readable part of an id in the file.
 */
export function toItemKey(id: string): string {
  return `${timeOf(id)}${hash('sha256', toKeyText(id), 'base64url')}`;
}

/** So many letters of base64url are 132 bits of a hash. */
const hashCharacters = 22;

/**
 * The lookup key of an owner's item: like {@link toItemKey}, but with the owner in the hash and little more than half
 * as long, so that an index needs neither an owner column nor twice the pages. Two items of two owners share a key
 * only on a second preimage of 132 bits.
 */
export function toOwnedItemKey(owner: string, id: string): string {
  return `${timeOf(id)}${hash('sha256', `${owner.length} ${toKeyText(owner)}${toKeyText(id)}`, 'base64url').slice(0, hashCharacters)}`;
}

function timeOf(id: string): string {
  return timedId.exec(id)?.[1] ?? '';
}
