// The numbers by which a model cites sources become citations, in any chunks of its text.
import * as fc from 'fast-check';
import type { GenerationEvent } from '#src/model/generation-event.js';
import type { Citation, TextPart } from '#src/model/part.js';
import { CitableSources } from '#src/turn/server-tools/citable-sources.js';
import { citeSources } from '#src/turn/server-tools/cite-sources.js';

function twoPages(): CitableSources {
  const sources = new CitableSources([]);
  sources.numberOf({ type: 'page', url: 'https://a.org', title: 'A', text: 'about a' });
  sources.numberOf({ type: 'page', url: 'https://b.org', text: 'about b' });
  return sources;
}

async function* events(chunks: readonly string[]): AsyncGenerator<GenerationEvent, void, void> {
  yield { type: 'part-start', index: 0, part: { type: 'text', text: '' } };
  for (const text of chunks) yield { type: 'part-delta', index: 0, delta: { type: 'text', text } };
  yield { type: 'part-end', index: 0, part: { type: 'text', text: chunks.join('') } };
}

async function cited(
  chunks: readonly string[],
  sources: CitableSources = twoPages(),
  citationsEndParts = false,
): Promise<readonly TextPart[]> {
  const parts: TextPart[] = [];
  let grown = '';
  for await (const event of citeSources(events(chunks), { sources, forms: { citationsEndParts } })) {
    if (event.type === 'part-start') grown = '';
    if (event.type === 'part-delta') grown += event.delta.text;
    if (event.type !== 'part-end' || event.part.type !== 'text') continue;
    expect(event.part.text).toBe(grown);
    parts.push(event.part);
  }
  return parts;
}

function chunksOf(text: string, cuts: readonly number[]): readonly string[] {
  const places = cuts.map((cut) => cut % (text.length + 1)).sort((a, b) => a - b);
  return [...places, text.length].map((end, index) => text.slice(places[index - 1] ?? 0, end));
}

const passages = ({ text, citations = [] }: TextPart): readonly unknown[] =>
  citations.map((citation: Citation) => [
    text.slice(citation.start, citation.end),
    citation.type === undefined ? citation.url : citation.filename,
  ]);

describe('A text with the numbers of sources', () => {
  it('cites the sentence before each number, which it loses', async () => {
    const [part] = await cited(['First. A door is open [1]. It was', ' closed before [2][1].\n\nNo more.']);
    expect(part?.text).toBe('First. A door is open. It was closed before.\n\nNo more.');
    expect(part === undefined ? [] : passages(part)).toEqual([
      ['A door is open', 'https://a.org'],
      ['It was closed before', 'https://b.org'],
      ['It was closed before', 'https://a.org'],
    ]);
    expect(part?.citations?.[0]).toMatchObject({ title: 'A', quote: 'about a' });
  });

  it('keeps numbers of no source, and brackets of another kind', async () => {
    const text = 'See [3], [1, 7], list[0], [x](https://c.org) and [';
    const [part] = await cited([text]);
    expect(part).toEqual({ type: 'text', text });
  });

  it('ends a part at each citation where the dialect has citations of complete parts', async () => {
    const parts = await cited(['A door [1], [2] and a key [2', '].'], twoPages(), true);
    expect(parts.map(({ text }) => text)).toEqual(['A door', ',', ' and a key', '.']);
    expect(parts.map(({ citations = [] }) => citations.length)).toEqual([1, 1, 1, 0]);
  });

  it('gives the same parts in any chunks', async () => {
    const words = fc.constantFrom('door ', '[1]', ' [2]', '[1, 2]', '[3]', '. ', '[', ']', '12', ', ', '\n', 'ä😀 ');
    await fc.assert(
      fc.asyncProperty(
        fc.array(words, { maxLength: 24 }),
        fc.array(fc.nat(), { maxLength: 12 }),
        fc.boolean(),
        async (some, cuts, endsParts) => {
          const text = some.join('');
          const parts = await cited(chunksOf(text, cuts), twoPages(), endsParts);
          expect(parts).toEqual(await cited([text], twoPages(), endsParts));
          expect(parts.map((part) => part.text).join('')).not.toMatch(/\[[12]\]/);
        },
      ),
      { numRuns: 300 },
    );
  });

  it('cites the files of code that it names', async () => {
    const sources = new CitableSources([]);
    sources.addFiles({
      type: 'code',
      language: 'python',
      containerId: 'cntr_1',
      stdout: '',
      stderr: '',
      returnCode: 0,
      files: [{ fileId: 'cfile_1', filename: 'plot.png', mediaType: 'image/png', bytes: 1 }],
    });
    const [part] = await cited(['The plot is in plot.png.'], sources);
    expect(part === undefined ? [] : passages(part)).toEqual([['plot.png', 'plot.png']]);
  });
});

describe('The number of a source', () => {
  it('goes on after those that earlier results show, and is the same for the same source', () => {
    const sources = new CitableSources([
      {
        role: 'tool',
        parts: [
          {
            type: 'tool-result',
            callId: 'call_1',
            kind: 'function',
            content: [{ type: 'text', text: '[1] A\n[12] B\nand [99] in a line' }],
          },
        ],
      },
    ]);
    const page = { type: 'page', url: 'https://a.org', text: 'a' } as const;
    expect([
      sources.numberOf(page),
      sources.numberOf({ ...page, url: 'https://b.org' }),
      sources.numberOf(page),
    ]).toEqual([13, 14, 13]);
  });
});
