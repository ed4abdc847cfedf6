import { randomBase62, toBase62 } from '#src/identity/base62.js';
import { randomBlocks } from '@org/engine';
import { createRandomIdSource } from '#src/identity/random-id-source.js';

describe('Random ids', () => {
  it('are the prefix, an underscore and 29 letters and digits', () => {
    expect(createRandomIdSource().next('resp')).toMatch(/^resp_[0-9A-Za-z]{29}$/);
  });

  it('sort by the millisecond in which they were made, until 2081', () => {
    let now = 1_790_000_000_000;
    const ids = createRandomIdSource({ now: () => now });
    const made = [1, 61, 62, 1_000, 62 ** 3, 1_000_000_000_000].map((later) => {
      now += later;
      return ids.next('x');
    });
    expect(made.toSorted()).toEqual(made);
  });

  it('share only the time when they are created in the same millisecond', () => {
    const ids = createRandomIdSource({ now: () => 1_790_000_000_000 });
    const made = Array.from({ length: 1_000 }, () => ids.next('x'));
    expect(new Set(made.map((id) => id.slice(0, 9))).size).toBe(1);
    expect(new Set(made.map((id) => id.slice(9, 20))).size).toBe(1_000);
  });

  it('do not repeat', () => {
    const ids = createRandomIdSource();
    expect(new Set(Array.from({ length: 50_000 }, () => ids.next('x'))).size).toBe(50_000);
  });

  it('use every letter equally often', () => {
    const random = randomBlocks();
    const counts = new Map<string, number>();
    const draws = 620_000;
    for (const letter of randomBase62(draws, (length) => random(Math.min(length, 4_096))))
      counts.set(letter, (counts.get(letter) ?? 0) + 1);
    const expected = draws / 62;
    const chiSquare = [...counts.values()].reduce((sum, count) => sum + (count - expected) ** 2 / expected, 0);
    expect(counts.size).toBe(62);
    expect(chiSquare).toBeLessThan(130); // 61 degrees of freedom: once in a million runs by chance.
  });

  it('discard the uneven remainder of a byte instead of folding it in', () => {
    const bytes = [248, 255, 0, 61, 62];
    expect(randomBase62(3, () => Buffer.of(bytes.shift() ?? 0))).toBe('0z0');
  });
});

describe('Blocks of random bytes', () => {
  it('return as many ids as requested, also across the end of a block', () => {
    const random = randomBlocks(64);
    const chunks = Array.from({ length: 200 }, (_, n) => random(n % 65));
    expect(chunks.map(({ length }) => length)).toEqual(Array.from({ length: 200 }, (_, n) => n % 65));
    const long = chunks.filter(({ length }) => length >= 16).map((chunk) => chunk.toString('hex'));
    expect(new Set(long).size).toBe(long.length);
  });
});

describe('A number in base 62', () => {
  it.each([
    [0, '000000'],
    [61, '00000z'],
    [62, '000010'],
    [0xffffffff, '4gfFC3'],
  ])('writes %d as %s', (value, text) => {
    expect(toBase62(value, 6)).toBe(text);
  });
});
