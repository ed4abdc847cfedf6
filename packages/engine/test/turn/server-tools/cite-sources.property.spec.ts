// The numbers by which a model cites sources become citations, in any chunks of its text.
import * as fc from 'fast-check';
import type { GenerationEvent } from '#src/model/generation-event.js';
import type { Message } from '#src/model/message.js';
import type { Citation, TextPart } from '#src/model/part.js';
import { message } from '#src/testing/builders.js';
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
    'url' in citation ? citation.url : 'filename' in citation ? citation.filename : citation.type,
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
    const words = fc.constantFrom(
      ...[
        'door ',
        '[1]',
        ' [2]',
        '[1, 2]',
        '[3]',
        '. ',
        '[',
        ']',
        '12',
        ', ',
        '\n',
        'ä😀 ',
        '(',
        '`',
        '```',
        '~~~',
        '- ',
        ':',
        '^',
        '{',
        'word',
      ],
    );
    await fc.assert(
      fc.asyncProperty(
        fc.array(words, { maxLength: 24 }),
        fc.array(fc.nat(), { maxLength: 12 }),
        fc.boolean(),
        async (some, cuts, endsParts) => {
          const text = some.join('');
          const parts = await cited(chunksOf(text, cuts), twoPages(), endsParts);
          expect(parts).toEqual(await cited([text], twoPages(), endsParts));
          const shown = parts.map((part) => part.text).join('');
          expect(/[`~:^{]/.test(text) || !/(?<!\])\[[12]\](?!\()/.test(shown)).toBe(true);
        },
      ),
      { numRuns: 300 },
    );
  });

  it.each([
    ['in a code span', 'Use `list[1]` or ``a ` b [2]``.'],
    ['in a code block', 'So:\n```js\nlist[1] `\n\nlist[2]\n```\n'],
    ['in a code block of tildes in a list', '- ~~~\n  list[1]\n  ```\n  [2]\n'],
    ['in a code span of a line that starts with it', '```list[1]``` is code'],
    ['as the text of a link', 'See [1](https://c.org) and [2](https://d.org).'],
    ['as the reference of a link', 'See [this][1].\n\n[1]: https://c.org\n[2]: https://d.org'],
    ['in a power', 'It is x^[1].'],
    ['in a JSON object', '{"ids": [1], "rows": [[1], [1, 2]]}'],
  ])('keeps numbers %s', async (_where, text) => {
    expect(await cited([...text])).toEqual([{ type: 'text', text }]);
  });

  it('cites after code that has ended', async () => {
    const text = 'Use `list[1]` [1].\n```\n[1]\n```\nA door [2]. An unpaired ` is text.\n\nA key [1].';
    const [part] = await cited([...text]);
    expect(part?.text).toBe('Use `list[1]`.\n```\n[1]\n```\nA door. An unpaired ` is text.\n\nA key.');
    expect(part?.citations).toHaveLength(3);
  });

  it('is sent but for the length of one marker, with work in proportion to its length', async () => {
    const count = 20_000;
    let pushed = 0;
    async function* chunks(): AsyncGenerator<GenerationEvent, void, void> {
      yield { type: 'part-start', index: 0, part: { type: 'text', text: '' } };
      for (let index = 0; index <= count; index += 1) {
        const text = index === count ? 'x' : '[3]';
        pushed += text.length;
        yield { type: 'part-delta', index: 0, delta: { type: 'text', text } };
      }
      yield { type: 'part-end', index: 0, part: { type: 'text', text: '' } };
    }
    const pattern: Pick<RegExp, 'exec'> = RegExp.prototype;
    const { exec } = pattern;
    let scanned = 0;
    pattern.exec = function counted(this: RegExp, text): RegExpExecArray | null {
      scanned += text.length;
      return exec.call(this, text);
    };
    let sent = 0;
    let maxHeldBack = 0;
    try {
      for await (const event of citeSources(chunks(), { sources: twoPages(), forms: {} })) {
        if (event.type !== 'part-delta' || event.delta.type !== 'text') continue;
        maxHeldBack = Math.max(maxHeldBack, pushed - sent);
        sent += event.delta.text.length;
      }
    } finally {
      pattern.exec = exec;
    }
    expect(sent).toBe(pushed);
    expect(maxHeldBack).toBeLessThan(80);
    expect(scanned).toBeLessThan(200 * pushed);
  });

  it('cites each source once where many markers follow one another', async () => {
    for (const endsParts of [false, true]) {
      const parts = await cited([`A door${'[1]'.repeat(20_000)}[2]`, 'x'], twoPages(), endsParts);
      expect(parts.map(({ text }) => text)).toEqual(endsParts ? ['A door', 'x'] : ['A doorx']);
      expect(parts[0]?.citations).toHaveLength(2);
    }
  });

  const codeMade = (...names: readonly string[]): CitableSources => {
    const sources = new CitableSources([]);
    sources.addFiles({
      containerId: 'cntr_1',
      files: names.map((filename) => ({ fileId: `cfile_${filename}`, filename, mediaType: 'image/png', bytes: 1 })),
    });
    return sources;
  };

  it.each([
    ['plot.png', 'The plot is in plot.png.', 'plot.png'],
    ['plot.png', 'See [plot](sandbox:/mnt/data/plot.png).', '/mnt/data/plot.png'],
    ['data', 'Lines are in /mnt/data/data, sorted.', '/mnt/data/data'],
    ['log', 'Read `/mnt/data/out/v1.2/log`', '/mnt/data/out/v1.2/log'],
    ['résumé (1).txt', 'Read résumé (1).txt now', 'résumé (1).txt'],
  ])('cites the file %s of code in: %s', async (name, text, passage) => {
    const [part] = await cited([text], codeMade(name));
    expect(part === undefined ? [] : passages(part)).toEqual([[passage, name]]);
  });

  it.each([
    ['a', 'A file a of the database'],
    ['data', 'The data in /mnt/data/data2'],
    ['plot.png', 'Not subplot.png, plot.png.bak, my-plot.png or old/plot.png'],
  ])('does not cite the file %s of code in: %s', async (name, text) => {
    const [part] = await cited([text], codeMade(name));
    expect(part).toEqual({ type: 'text', text });
  });
});

const clientResult = (text: string): Message =>
  message('tool', { type: 'tool-result', callId: 'call_1', kind: 'function', content: [{ type: 'text', text }] });
const hostedResult = (text: string): Message => ({
  role: 'tool',
  parts: clientResult(text).parts.map((part) => ({
    ...part,
    ...(part.type === 'tool-result' && { hosted: { type: 'web-search', queries: [], hits: [] } }),
  })),
});

describe('The number of a source', () => {
  it('goes on after those that earlier results show, and is the same for the same source', () => {
    const sources = new CitableSources([hostedResult('[1] A\n[12] B\nand [99] in a line')]);
    const page = { type: 'page', url: 'https://a.org', text: 'a' } as const;
    expect([
      sources.numberOf(page),
      sources.numberOf({ ...page, url: 'https://b.org' }),
      sources.numberOf(page),
    ]).toEqual([13, 14, 13]);
  });

  it('depends on no result of a client tool', () => {
    const sources = new CitableSources([clientResult('[12] B')]);
    expect(sources.numberOf({ type: 'page', url: 'https://a.org', text: 'a' })).toBe(1);
  });

  it('has at most six digits', () => {
    const sources = new CitableSources([hostedResult('[1] A\n[999999] B')]);
    const numbers = ['a', 'b'].map((host) => sources.numberOf({ type: 'page', url: `https://${host}.org`, text: '' }));
    expect(numbers).toEqual([2, 3]);
  });
});

describe('The quote of a source', () => {
  it('has complete characters only', () => {
    const sources = new CitableSources([]);
    const number = sources.numberOf({ type: 'page', url: 'https://a.org', text: `${'a'.repeat(149)}😀b` });
    expect(sources.cite(number, 0, 1)).toMatchObject({ quote: 'a'.repeat(149) });
  });
});
