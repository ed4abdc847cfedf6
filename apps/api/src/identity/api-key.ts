import { hash } from 'node:crypto';
import { crc32 } from 'node:zlib';
import { randomBase62, toBase62 } from './base62.js';
import { randomBlocks } from '@org/engine';

const prefix = 'sk-org-';
/** 62^43 is a little above 2^256. */
const secretLength = 43;
/** 62^6 exceeds every CRC-32. */
const checksumLength = 6;

const apiKeyPattern = /^sk-org-[0-9A-Za-z]{49}$/;
/** Maximum length of a key in characters. */
export const maxApiKeyLength = 512;
const anyForm = /^[\x21-\x7e]+$/;

const random = randomBlocks(256);

/** A new secret key: `sk-org-`, 256 random bits, and a checksum that detects a mistyped key without a lookup. */
export function makeApiKey(): string {
  const secret = randomBase62(secretLength, random);
  return prefix + secret + checksum(secret);
}

/**
 * Whether a credential is well-formed enough for a lookup: 1 to 512 visible ASCII characters, with a valid checksum
 * when it has the prefix of our own keys. Operators may configure keys of any other form. Linear in the length; never
 * throws.
 */
export function isWellFormedApiKey(text: string): boolean {
  if (text.length > maxApiKeyLength || !anyForm.test(text)) return false;
  if (!text.startsWith(prefix)) return true;
  if (!apiKeyPattern.test(text)) return false;
  const secret = text.slice(prefix.length, -checksumLength);
  return text.endsWith(checksum(secret));
}

/**
 * SHA-256 of a key, hex: the form that the store persists and looks up.
 *
 * The lookup need not take constant time: a partial match with a stored hash does not help to find a key with that
 * hash. A slow hash would add nothing either, because the keys are random and not chosen by people.
 */
export function hashApiKey(key: string): string {
  return hash('sha256', key, 'hex');
}

function checksum(secret: string): string {
  return toBase62(crc32(secret), checksumLength);
}
