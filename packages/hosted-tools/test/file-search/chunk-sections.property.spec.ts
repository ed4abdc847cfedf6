// Properties of the chunks of any document. Fixed seed: the same inputs every time.
import type { Chunk } from '@org/engine';
import * as fc from 'fast-check';
import { chunkSections, type ChunkableSection } from '#src/file-search/chunk-sections.js';
import { estimateTokens } from '#src/shared/estimate-tokens.js';

const runs = { seed: 40, numRuns: 150 };

const sentences = fc.array(
  fc.oneof(
    fc.lorem({ mode: 'sentences', maxCount: 3 }),
    fc.constantFrom('\n', '\n\n', '  ', 'Ü 1.5 § "Ja!" ', '東京の夏。暑い!', '👩‍👩‍👧 ', 'x'.repeat(700)),
    fc.string({ unit: 'binary', maxLength: 40 }),
  ),
  { maxLength: 40 },
);
const section: fc.Arbitrary<ChunkableSection> = fc.record(
  { text: sentences.map((all) => all.join('')), page: fc.nat(9), heading: fc.constantFrom('One', 'Two') },
  { requiredKeys: ['text'] },
);
const document = fc.array(section, { maxLength: 8 });
const lengths = fc
  .integer({ min: 100, max: 900 })
  .chain((maxTokens) =>
    fc.record({ maxTokens: fc.constant(maxTokens), overlapTokens: fc.nat(Math.floor(maxTokens / 2)) }),
  );

const withoutSpace = (texts: readonly { readonly text: string }[]): string =>
  texts.map(({ text }) => text.replaceAll(/\s+/g, '')).join('');

/** Characters at the start of `next` that end `chunk`. */
function overlapOf(chunk: Chunk, next: Chunk): number {
  for (let length = Math.min(chunk.text.length, next.text.length); length > 0; length -= 1)
    if (chunk.text.endsWith(next.text.slice(0, length))) return length;
  return 0;
}

describe('the chunks of a document', () => {
  it('without overlap have every character of it but space, once and in order', () => {
    fc.assert(
      fc.property(document, lengths, (sections, { maxTokens }) => {
        const chunks = [...chunkSections(sections, { maxTokens, overlapTokens: 0 })];
        expect(withoutSpace(chunks)).toBe(withoutSpace(sections));
      }),
      runs,
    );
  });

  it('have at most the tokens of a chunk, and are not empty', () => {
    fc.assert(
      fc.property(document, lengths, (sections, each) => {
        for (const { text } of chunkSections(sections, each)) {
          expect(estimateTokens(text)).toBeLessThanOrEqual(each.maxTokens);
          expect(text.trim()).not.toBe('');
        }
      }),
      runs,
    );
  });

  it('are well-formed text where the document is', () => {
    fc.assert(
      fc.property(document, lengths, (sections, each) => {
        const wellFormed = sections.map((one) => ({ ...one, text: one.text.toWellFormed() }));
        for (const { text } of chunkSections(wellFormed, each)) expect(text.isWellFormed()).toBe(true);
      }),
      runs,
    );
  });

  it('with any counter of tokens end, and lose nothing', () => {
    fc.assert(
      fc.property(document, lengths, fc.integer({ min: 1, max: 7 }), (sections, { maxTokens }, per) => {
        const count = (text: string): number => Math.ceil(text.length / per);
        const chunks = [...chunkSections(sections, { maxTokens, overlapTokens: 0 }, count)];
        expect(withoutSpace(chunks)).toBe(withoutSpace(sections));
      }),
      runs,
    );
  });
});

describe('a chunk', () => {
  const prose = Array.from({ length: 200 }, (_, number) => `Sentence number ${number} says little.`).join(' ');

  it('starts with the end of the chunk before it, up to the overlap', () => {
    const chunks = [...chunkSections([{ text: prose }], { maxTokens: 200, overlapTokens: 100 })];
    expect(chunks.length).toBeGreaterThan(5);
    for (const [index, next] of chunks.slice(1).entries()) {
      const shared = overlapOf(chunks[index] ?? { text: '' }, next);
      const tokens = estimateTokens(next.text.slice(0, shared));
      expect(tokens).toBeGreaterThan(80);
      expect(tokens).toBeLessThanOrEqual(100);
    }
  });

  it('ends after a paragraph rather than in the middle of one', () => {
    const paragraph = (name: string): string => `${`Some words about ${name}. `.repeat(15).trim()}\n\n`;
    const text = ['plums', 'pears', 'figs', 'nuts'].map(paragraph).join('');
    const chunks = [...chunkSections([{ text }], { maxTokens: 220, overlapTokens: 0 })];
    expect(chunks.map((chunk) => /(\w+)\.$/.exec(chunk.text)?.[1])).toEqual(['pears', 'nuts']);
  });

  it('ends before a heading once it is half full, and then overlaps nothing', () => {
    const sections = [
      { text: `# One\n${'First words. '.repeat(60)}`, heading: 'One' },
      { text: `# Two\n${'Other words. '.repeat(60)}`, heading: 'Two' },
    ];
    const chunks = [...chunkSections(sections, { maxTokens: 350, overlapTokens: 100 })];
    expect(chunks.map(({ heading }) => heading)).toEqual(['One', 'Two']);
    expect(chunks[1]?.text.startsWith('# Two\nOther')).toBe(true);
  });

  it('has short sections together, and the page and heading of the first', () => {
    const sections = Array.from({ length: 4 }, (_, index) => ({
      text: `Slide ${index}`,
      page: index + 1,
      heading: `Slide ${index}`,
    }));
    expect([...chunkSections(sections, { maxTokens: 100, overlapTokens: 50 })]).toEqual([
      { text: 'Slide 0\n\nSlide 1\n\nSlide 2\n\nSlide 3', page: 1, heading: 'Slide 0' },
    ]);
  });

  it('of a long line without spaces never splits a character', () => {
    const chunks = [...chunkSections([{ text: '𝒳'.repeat(5000) }], { maxTokens: 100, overlapTokens: 0 })];
    expect(chunks.every(({ text }) => text.isWellFormed())).toBe(true);
    expect(chunks.map(({ text }) => text).join('')).toBe('𝒳'.repeat(5000));
  });

  it('is found in time that grows with the length of the document', () => {
    const time = (text: string): number => {
      const startedAt = performance.now();
      let count = 0;
      for (const { text: chunk } of chunkSections([{ text }], { maxTokens: 800, overlapTokens: 400 }))
        count += chunk.length;
      expect(count).toBeGreaterThanOrEqual(text.trim().length);
      return performance.now() - startedAt;
    };
    for (const unit of ['a', 'a\n', '. ', '。', '\n\n', '... " ) '] as const) {
      time(unit.repeat(20_000));
      expect(time(unit.repeat(1_000_000 / unit.length) + 'x')).toBeLessThan(4_000);
    }
  }, 60_000);
});
