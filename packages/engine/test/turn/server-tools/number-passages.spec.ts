// The passages of documents that the client wants cited, from the request to the citations of the response.
import * as fc from 'fast-check';
import type { Citable } from '#src/model/citable.js';
import type { DocumentCitation, MediaPart, OpaquePart, Part, TextPart } from '#src/model/part.js';
import type { Message } from '#src/model/message.js';
import { buildContext, message } from '#src/testing/builders.js';
import { formsOf, togetherForm } from '#src/testing/plain-forms.js';
import type { TurnContext } from '#src/turn/context/assemble-context.js';
import type { TurnPorts } from '#src/turn/pipeline/turn-state.js';
import { numberPassages } from '#src/turn/server-tools/number-passages.js';

const turn = { dialect: 'messages' as const, serverTools: { forms: formsOf(togetherForm) } };

function numbered(
  messages: readonly Message[],
  { readPages, native = false }: { readonly readPages?: TurnPorts['readPages']; readonly native?: boolean } = {},
): Promise<TurnContext> {
  const model = native ? { native: { dialect: 'messages' as const, signer: 'far' } } : {};
  return numberPassages(turn, { messages, warnings: [] }, model, readPages, buildContext());
}

function note(text: string, citable: Partial<Citable> = {}): MediaPart {
  return {
    type: 'media',
    media: 'document',
    source: { type: 'text', mediaType: 'text/plain', text },
    citable: { type: 'document', ...citable },
  };
}

function opaque(citable: Citable): OpaquePart {
  return { type: 'opaque', dialect: 'messages', apiType: 'document', value: {}, citable };
}

const pdf: MediaPart = {
  type: 'media',
  media: 'document',
  source: { type: 'base64', mediaType: 'application/pdf', data: 'JVBERi0=' },
  citable: { type: 'document', title: 'Doors' },
};

const textOf = (part: Part | undefined): string => (part?.type === 'text' ? part.text : '');

/** The citation of each number that a text shows. */
function citationsIn({ sources }: TurnContext, text: string): readonly DocumentCitation[] {
  return [...text.matchAll(/^\[(\d+)\]/gm)].map(([, digits]) => {
    const citation = sources?.cite(Number(digits), 0, 1);
    if (citation?.type !== 'document' && citation?.type !== 'search-result') throw new Error(`nothing is ${digits}`);
    return citation;
  });
}

const long = 'A door of oak lasts a century if somebody oils its hinges at the start of every single winter.';
const other = 'Brass hinges squeak in the cold, and nobody has found a remedy that holds for more than a year.';

describe('A document that the model may cite', () => {
  it('is read as its title and its sentences, each under a number', async () => {
    const { messages } = await numbered([message('user', note(`${long}\n${other}`, { title: 'Doors' }), 'Which?')]);
    const lines = textOf(messages[0]?.parts[0]).split('\n');
    expect([lines[0], ...lines.slice(2)]).toEqual(['Doors', `[1] ${long}`, `[2] ${other}`]);
    expect(messages[0]?.parts[1]).toEqual({ type: 'text', text: 'Which?' });
  });

  it('is cited where its text has the passage', async () => {
    const context = await numbered([message('user', note(`${long} ${other}`))]);
    expect(context.sources?.cite(2, 3, 9)).toEqual({
      type: 'document',
      index: 0,
      unit: 'character',
      from: long.length + 1,
      to: long.length + 1 + other.length,
      quote: other,
      start: 3,
      end: 9,
    });
  });

  it('has every character but white space in one passage, whatever its text', () =>
    fc.assert(
      fc.asyncProperty(
        fc.array(fc.constantFrom('Door', '. ', '! ', '\n', '\n\n', '。', ' ', '"', 'é', '🚪', '[1]', 'x'.repeat(90))),
        async (pieces) => {
          const text = pieces.join('');
          const { sources } = await numbered([message('user', note(text))]);
          let read = 0;
          for (let number = 1; sources?.has(number) === true; number += 1) {
            const citation = sources.cite(number, 0, 1);
            if (citation?.type !== 'document') throw new Error('no document');
            expect(text.slice(read, citation.from).trim()).toBe('');
            expect(text.slice(citation.from, citation.to)).toBe(citation.quote);
            read = citation.to;
          }
          expect(text.slice(read).trim()).toBe('');
        },
      ),
    ));

  it('has no passage of more than 1,000 characters, unless the text is very long', async () => {
    const texts = ['word '.repeat(1_000), '\u{1F40B}'.repeat(3_000), 'x'.repeat(999) + ' '.repeat(2_000) + 'y'];
    for (const text of texts) {
      const { messages, sources } = await numbered([message('user', note(text))]);
      const shown = textOf(messages[0]?.parts[0]);
      const quotes = citationsIn({ messages, warnings: [], ...(sources !== undefined && { sources }) }, shown).map(
        ({ quote = '' }) => quote,
      );
      for (const quote of quotes) {
        expect(quote.length).toBeLessThanOrEqual(1_000);
        expect(quote.trim()).not.toBe('');
        expect(quote.isWellFormed()).toBe(true);
      }
      expect(quotes.join('').replaceAll(/\s/g, '')).toBe(text.replaceAll(/\s/g, ''));
    }
  });

  it('of blocks is cited by block, without those that have no text', async () => {
    const context = await numbered([
      message('user', opaque({ type: 'document', blocks: ['One.', '', 'Three.'], context: 'From a book' })),
    ]);
    const text = textOf(context.messages[0]?.parts[0]);
    expect(text).toMatch(/^From a book\n/);
    expect(citationsIn(context, text).map(({ unit, from, to, quote }) => [unit, from, to, quote])).toEqual([
      ['block', 0, 1, 'One.'],
      ['block', 2, 3, 'Three.'],
    ]);
  });

  it('of pages is cited by page', async () => {
    const context = await numbered([message('user', pdf)], { readPages: async () => [long, '', other] });
    const citations = citationsIn(context, textOf(context.messages[0]?.parts[0]));
    expect(citations.map(({ unit, from, to, title }) => [unit, from, to, title])).toEqual([
      ['page', 1, 2, 'Doors'],
      ['page', 3, 4, 'Doors'],
    ]);
  });

  it('without text reaches the model as it is, with a warning for its block', async () => {
    const { messages, warnings } = await numbered([message('user', pdf)], { readPages: async () => undefined });
    expect(messages[0]?.parts).toEqual([pdf]);
    expect(warnings).toMatchObject([{ kind: 'ignored', part: pdf }]);
  });

  it('is counted apart from search results, in tool results too', async () => {
    const hit: Citable = { type: 'search-result', title: 'Oak', source: 'https://oak.example', blocks: ['Oak.'] };
    const result: Part = { type: 'tool-result', callId: 'c', kind: 'function', content: [opaque(hit)] };
    const context = await numbered([
      message('user', note(long), opaque({ ...hit, blocks: ['Ash.'] })),
      { role: 'tool', parts: [result] },
      message('user', note(other)),
    ]);
    const cited = [1, 2, 3, 4].map((number) => context.sources?.cite(number, 0, 1));
    expect(
      cited.map((citation) =>
        citation?.type === 'document' || citation?.type === 'search-result' ? [citation.type, citation.index] : [],
      ),
    ).toEqual([
      ['document', 0],
      ['search-result', 0],
      ['search-result', 1],
      ['document', 1],
    ]);
    expect(cited[2]).toMatchObject({ source: 'https://oak.example', title: 'Oak', quote: 'Oak.' });
  });

  it('has other numbers than the results of hosted tools in the conversation', async () => {
    const shown: TextPart = { type: 'text', text: '[1] https://a.example\n[3] https://b.example' };
    const result: Part = {
      type: 'tool-result',
      callId: 'c',
      kind: 'function',
      content: [shown],
      hosted: { type: 'web-search', queries: ['a'], hits: [] },
    };
    const { messages, sources } = await numbered([
      message('user', note(`${long} ${other}`)),
      { role: 'tool', parts: [result] },
    ]);
    expect(textOf(messages[0]?.parts[0])).toContain(`[2] ${long}\n[4] ${other}`);
    expect(sources?.numberOf({ type: 'page', url: 'https://c.example', text: '' })).toBe(5);
  });

  it('reaches an upstream of the dialect unchanged', async () => {
    const messages = [message('user', note(long))];
    expect((await numbered(messages, { native: true })).messages).toBe(messages);
  });
});
