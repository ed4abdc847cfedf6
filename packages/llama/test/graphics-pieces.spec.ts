import { GraphicsPieces } from '#src/worker/passes/graphics-pieces.js';
import type { Pieces } from '#src/worker/passes/pieces.js';
import { ProcessorPieces } from '#src/worker/passes/processor-pieces.js';

/** Milliseconds that the pass takes which is number `pass`, from 0, and reads `tokens`. */
type Speed = (tokens: number, pass: number) => number;

/** The sizes of so many pieces in a row. */
function read(pieces: Pieces, count: number, speed: Speed): readonly number[] {
  return Array.from({ length: count }, (_, pass) => {
    const { size } = pieces;
    pieces.took(size, speed(size, pass));
    return size;
  });
}

/** What is compiled takes three seconds, whenever a size is used for the first time. */
function compiling(speed: Speed): Speed {
  const compiled = new Set<number>();
  return (tokens, pass) => {
    const isNew = !compiled.has(tokens);
    compiled.add(tokens);
    return (isNew ? 3_000 : 0) + speed(tokens, pass);
  };
}

describe('how much of a prompt a graphics processor reads at once', () => {
  it.each([5, 100, 140, 300, 2_000])('is soon the most where a pass takes %d ms however large it is', (time) => {
    expect(read(new GraphicsPieces(), 8, () => time).slice(-2)).toEqual([512, 512]);
  });

  it('is soon the most where the first pass took seconds, and where the first of every size did', () => {
    expect(read(new GraphicsPieces(), 8, (_, pass) => (pass === 0 ? 10_000 : 5)).slice(-2)).toEqual([512, 512]);
    expect(
      read(
        new GraphicsPieces(),
        12,
        compiling((tokens) => tokens / 20),
      ).slice(-2),
    ).toEqual([512, 512]);
    expect(
      read(
        new GraphicsPieces(),
        12,
        compiling(() => 140),
      ).slice(-2),
    ).toEqual([512, 512]);
  });

  it('is not less after one slow pass among quick ones', () => {
    const pieces = new GraphicsPieces();
    read(pieces, 8, () => 5);
    expect(read(pieces, 3, (_, pass) => (pass === 0 ? 4_000 : 5))).toEqual([512, 512, 512]);
  });

  it.each([
    ['64 tokens take 1,000 ms and every token as long', 64, compiling((tokens) => (tokens * 1_000) / 64)],
    ['64 tokens take 100 ms and every token as long', 64, compiling((tokens) => (tokens * 100) / 64)],
    ['64 tokens take 40 ms and every token as long', 128, compiling((tokens) => (tokens * 40) / 64)],
  ])('is what lets a cancel in where %s; larger ones are tried again rarely', (_, size, speed) => {
    const pieces = new GraphicsPieces();
    read(pieces, 12, speed);
    const sizes = read(pieces, 340, speed);
    expect(sizes.filter((one) => one !== size).length).toBeLessThanOrEqual(22);
    expect(Math.max(...sizes)).toBe(2 * size);
  });

  it('is the most again where every pass came to take longer, however large it is', () => {
    const pieces = new GraphicsPieces();
    read(pieces, 8, () => 50);
    expect(read(pieces, 16, () => 300).slice(-2)).toEqual([512, 512]);
  });

  it('does not grow by short prompts, which say nothing of a longer piece', () => {
    const pieces = new GraphicsPieces();
    for (let pass = 0; pass < 10; pass += 1) pieces.took(63, 1);
    expect(pieces.size).toBe(64);
    for (let pass = 0; pass < 10; pass += 1) pieces.took(100, 1);
    expect(pieces.size).toBe(128);
  });
});

describe('how much of a prompt a processor reads at once', () => {
  it('is what the last pass says that there is 150 ms for, from 64 tokens to 512', () => {
    const pieces = new ProcessorPieces();
    expect(read(pieces, 4, (tokens, pass) => (tokens / 64) * ([50, 140, 10, 200][pass] ?? 0))).toEqual([
      64, 192, 64, 512,
    ]);
    expect(pieces.size).toBe(64);
  });
});
