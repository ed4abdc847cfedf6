// Blocks that a client wants cited, as a turn has them.
import { decode, text, toolUse, user, assistant } from './requests.js';

const citations = { enabled: true };
const note = { type: 'document', source: { type: 'text', media_type: 'text/plain', data: 'one' }, citations };
const hit = { type: 'search_result', source: 'https://a.example', title: 'A', content: [text('one')], citations };

const citablesOf = (content: readonly object[]): unknown =>
  decode({ messages: [user(content)] }).input[0]?.parts.map((part) =>
    part.type === 'media' || part.type === 'opaque' ? part.citable : undefined,
  );

describe('a block with citations', () => {
  it.each([
    ['a text', note, { type: 'document' }],
    ['a text with a title', { ...note, title: 'T' }, { type: 'document', title: 'T' }],
    ['a text with context', { ...note, context: 'C' }, { type: 'document', context: 'C', text: 'one' }],
    [
      'blocks',
      {
        ...note,
        source: {
          type: 'content',
          content: [
            text('one'),
            { type: 'image', source: { type: 'url', url: 'https://a.example/a.png' } },
            text('two'),
          ],
        },
      },
      { type: 'document', blocks: ['one', '', 'two'] },
    ],
    ['a string', { ...note, source: { type: 'content', content: 'one' } }, { type: 'document', blocks: ['one'] }],
    ['a file', { ...note, source: { type: 'file', file_id: 'file_1' } }, { type: 'document', fileId: 'file_1' }],
    ['a search result', hit, { type: 'search-result', source: 'https://a.example', title: 'A', blocks: ['one'] }],
  ])('may be cited: %s', (_, block, citable) => expect(citablesOf([block])).toEqual([citable]));

  it('is found in a tool result, too', () => {
    const found = { type: 'tool_result', tool_use_id: 'a', content: [hit] };
    const { input, serverTools } = decode({ messages: [user('Hi'), assistant([toolUse('a')]), user([found])] });
    const result = input.at(-1)?.parts[0];
    expect(result?.type === 'tool-result' && result.content[0]).toMatchObject({ citable: { type: 'search-result' } });
    expect(serverTools).toBeDefined();
  });

  it('is cited by an upstream of this dialect itself', () =>
    expect(decode({ messages: [user([note])] }, { native: 'messages' })).not.toHaveProperty('serverTools'));

  it('has no citations unless they are enabled', () => {
    for (const off of [undefined, null, { enabled: false }]) {
      const block = { ...note, citations: off };
      expect(citablesOf([block])).toEqual([undefined]);
      expect(decode({ messages: [user([block])] })).not.toHaveProperty('serverTools');
    }
  });
});
