import { hash } from 'node:crypto';

/** What a database's text column would refuse, cut off or alter, and the sign that escapes it. */
const unsafe = /[\\\0\p{Surrogate}]/gu;
const escaped = /\\(u[0-9a-f]{4}|\\)/g;

/**
 * A string as it may stand in a text column that is searched. Different strings never become the same text. PostgreSQL
 * refuses NUL, and every UTF-8 column turns a lone surrogate into U+FFFD: then two ids would be one.
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

/** A key that is only ever looked up: of any length, of any origin, and nothing of it is readable in the file. */
export function toLookupKey(value: string): Buffer {
  return hash('sha256', toKeyText(value), 'buffer');
}

/** An id of our own: it begins with the time when it was made. */
const timedId = /^[a-z]+_([0-9A-Za-z]{7})[0-9A-Za-z]{22}$/;

/**
 * The lookup key of an item's id, as text: its SHA-256. Keys of our own ids begin with the time and so keep the order in
 * which the ids were made: an index grows at its end. The time is all of an id that is readable in the file.
 */
export function toItemKey(id: string): string {
  return `${timeOf(id)}${hash('sha256', toKeyText(id), 'base64url')}`;
}

/** So many letters of base64url are 132 bits of a hash. */
const shortHash = 22;

/**
 * The lookup key of an owner's item: like {@link toItemKey}, but with the owner in the hash and not much more than half as
 * long, so that an index needs neither a column for the owner nor twice the pages. Two items of two owners share a key only
 * if somebody finds a second preimage of 132 bits.
 */
export function toOwnedItemKey(owner: string, id: string): string {
  return `${timeOf(id)}${hash('sha256', `${owner.length} ${toKeyText(owner)}${toKeyText(id)}`, 'base64url').slice(0, shortHash)}`;
}

function timeOf(id: string): string {
  return timedId.exec(id)?.[1] ?? '';
}
