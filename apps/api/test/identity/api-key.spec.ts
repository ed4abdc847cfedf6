import { createHash } from 'node:crypto';
import { hashApiKey, isWellFormedApiKey, makeApiKey } from '#src/identity/api-key.js';

describe('An API key', () => {
  it('has the prefix, 43 random characters and 6 of checksum, and is accepted', () => {
    const keys = Array.from({ length: 1_000 }, makeApiKey);
    expect(keys.every((key) => /^sk-org-[0-9A-Za-z]{49}$/.test(key) && isWellFormedApiKey(key))).toBe(true);
    expect(new Set(keys).size).toBe(1_000);
  });

  it('rejects a key with one wrong character before any lookup', () => {
    const key = makeApiKey();
    for (let index = 'sk-org-'.length; index < key.length; index++) {
      const wrong = key[index] === 'A' ? 'B' : 'A';
      expect(isWellFormedApiKey(key.slice(0, index) + wrong + key.slice(index + 1))).toBe(false);
    }
  });

  it('rejects a key with two swapped neighbours, and one that is truncated or extended', () => {
    const key = makeApiKey();
    const at = [...key].findIndex((letter, index) => index >= 7 && index < 50 && letter !== key[index + 1]);
    expect(isWellFormedApiKey(key.slice(0, at) + (key[at + 1] ?? '') + (key[at] ?? '') + key.slice(at + 2))).toBe(
      false,
    );
    expect(isWellFormedApiKey(key.slice(0, -1))).toBe(false);
    expect(isWellFormedApiKey(`${key}A`)).toBe(false);
  });

  it.each([
    '',
    ' ',
    'two words',
    'line\n',
    'nul\u0000',
    'é',
    "' OR 1=1 --",
    'x'.repeat(513),
    '\ud800',
    'sk-org-',
    'sk-org-short',
  ])('cannot be %j', (text) => {
    expect(isWellFormedApiKey(text)).toBe(false);
  });

  it.each(['test', 'sk-ant-api03-x', "a'b;--"])('may be %j when an operator sets it', (text) => {
    expect(isWellFormedApiKey(text)).toBe(true);
  });

  it('stores a key as its SHA-256', () => {
    expect(hashApiKey('test')).toBe(createHash('sha256').update('test').digest('hex'));
  });
});
