import { decodeChunks, delta, finish } from './decode.js';

const page = { url: 'https://weather.test/rome', title: 'Rome' };
const cited = (members: object): object => ({ type: 'url_citation', url_citation: members });

describe('annotations of an upstream', () => {
  it.each([
    ['before the text', [delta({ annotations: [cited(page)] }), delta({ content: 'Warm.' })]],
    ['with the text', [delta({ content: 'Warm.', annotations: [cited(page)] })]],
    ['after the text', [delta({ content: 'Warm.' }), delta({ content: '', annotations: [cited(page)] })]],
    [
      'with the members next to the type',
      [delta({ content: 'Warm.', annotations: [{ type: 'url_citation', ...page }] })],
    ],
  ])('are citations of the text when they arrive %s', (_, chunks) => {
    expect(decodeChunks([...chunks, finish()]).parts).toEqual([{ type: 'text', text: 'Warm.', citations: [page] }]);
  });

  it('are also read from a non-streaming message', () => {
    const message = { role: 'assistant', content: 'Warm.', annotations: [cited(page)] };
    expect(decodeChunks([{ choices: [{ index: 0, message, finish_reason: 'stop' }] }]).parts).toEqual([
      { type: 'text', text: 'Warm.', citations: [page] },
    ]);
  });

  it('contain the passage and the text of the page, when the text has such a passage', () => {
    const spans = [
      { start_index: 0, end_index: 4, content: 'It is warm.' },
      { start_index: 0, end_index: 0 },
      { start_index: 2, end_index: 99 },
    ];
    expect(
      decodeChunks([
        delta({ content: 'Warm.' }),
        delta({ annotations: spans.map((span) => cited({ ...page, ...span })) }),
        finish(),
      ]).parts,
    ).toEqual([
      { type: 'text', text: 'Warm.', citations: [{ ...page, start: 0, end: 4, quote: 'It is warm.' }, page, page] },
    ]);
  });

  it.each([null, [], [null], [{ type: 'file_citation', url: 'x' }], [cited({})], [{ type: 'url_citation' }]])(
    'that name no page are left out: %j',
    (annotations) => {
      expect(decodeChunks([delta({ content: 'Warm.', annotations }), finish()]).parts).toEqual([
        { type: 'text', text: 'Warm.' },
      ]);
    },
  );
});

describe('pages that an upstream lists outside its choices', () => {
  const addresses = ['https://weather.test/rome', 'https://news.test/heat'];
  const results = [
    { url: addresses[0], title: 'Rome', date: '2026-07-01' },
    { url: 'https://more.test/', title: 'More' },
  ];
  const stopped = { finish_reason: 'stop' };

  it.each([
    ['with the last chunk', [delta({ content: 'Warm [1].' }), { ...delta({}, stopped), citations: addresses }]],
    [
      'with every chunk',
      [
        { ...delta({ content: 'Warm' }), citations: addresses },
        { ...delta({ content: ' [1].' }), citations: addresses },
        { ...finish(), citations: addresses },
      ],
    ],
    ['with the counts', [delta({ content: 'Warm [1].' }), finish(), { choices: [], citations: addresses, usage: {} }]],
    [
      'with a complete message',
      [
        {
          choices: [{ index: 0, message: { role: 'assistant', content: 'Warm [1].' }, ...stopped }],
          citations: addresses,
        },
      ],
    ],
  ])('are citations of the text, in numerical order, when they arrive %s', (_, chunks) => {
    expect(decodeChunks(chunks).parts).toEqual([
      { type: 'text', text: 'Warm [1].', citations: addresses.map((url) => ({ url })) },
    ]);
  });

  it('have titles when those are reported, even later, and each is emitted once', () => {
    const chunks = [
      { ...delta({ content: 'Warm [1].' }), citations: addresses },
      { ...finish(), citations: addresses, search_results: results },
    ];
    const [first, second] = addresses;
    expect(decodeChunks(chunks).parts).toEqual([
      {
        type: 'text',
        text: 'Warm [1].',
        citations: [{ url: first, title: 'Rome' }, { url: second }, { url: 'https://more.test/', title: 'More' }],
      },
    ]);
  });

  it('are left to annotations that also name them', () => {
    const chunks = [
      {
        ...delta({ content: 'Warm.', annotations: [cited({ ...page, start_index: 0, end_index: 4 })] }),
        citations: addresses,
      },
      finish(),
    ];
    expect(decodeChunks(chunks).parts).toEqual([
      { type: 'text', text: 'Warm.', citations: [{ ...page, start: 0, end: 4 }, { url: addresses[1] }] },
    ]);
  });

  it('are emitted with the text, and not again after a call', () => {
    const call = { tool_calls: [{ index: 0, id: 'c1', function: { name: 'f', arguments: '{}' } }] };
    const chunks = [
      { ...delta({ content: 'Warm.' }), citations: addresses },
      { ...delta(call), citations: addresses },
      { ...finish('tool_calls'), citations: addresses },
    ];
    expect(decodeChunks(chunks).parts).toMatchObject([
      { type: 'text', citations: [{ url: addresses[0] }, { url: addresses[1] }] },
      { type: 'tool-call' },
    ]);
  });

  it.each([null, 'https://weather.test', [null], [1], ['weather.test'], [{ title: 'Rome' }], [{ url: 'doc-1' }]])(
    'that have no URL are left out: %j',
    (citations) => {
      expect(
        decodeChunks([{ ...delta({ content: 'Warm.' }), citations, search_results: citations }, finish()]).parts,
      ).toEqual([{ type: 'text', text: 'Warm.' }]);
    },
  );
});
