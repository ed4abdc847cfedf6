import { decodeChunks, delta, finish } from './decode.js';

const page = { url: 'https://weather.test/rome', title: 'Rome' };
const cited = (members: object): object => ({ type: 'url_citation', url_citation: members });

describe('annotations of an upstream', () => {
  it.each([
    ['before the text', [delta({ annotations: [cited(page)] }), delta({ content: 'Warm.' })]],
    ['with the text', [delta({ content: 'Warm.', annotations: [cited(page)] })]],
    ['after the text', [delta({ content: 'Warm.' }), delta({ content: '', annotations: [cited(page)] })]],
    ['with the members beside the type', [delta({ content: 'Warm.', annotations: [{ type: 'url_citation', ...page }] })]],
  ])('are citations of the text when they come %s', (_, chunks) => {
    expect(decodeChunks([...chunks, finish()]).parts).toEqual([{ type: 'text', text: 'Warm.', citations: [page] }]);
  });

  it('are read of a whole message, too', () => {
    const message = { role: 'assistant', content: 'Warm.', annotations: [cited(page)] };
    expect(decodeChunks([{ choices: [{ index: 0, message, finish_reason: 'stop' }] }]).parts).toEqual([{ type: 'text', text: 'Warm.', citations: [page] }]);
  });

  it('tell the passage and the words of the page, where the text has such a passage', () => {
    const places = [{ start_index: 0, end_index: 4, content: 'It is warm.' }, { start_index: 0, end_index: 0 }, { start_index: 2, end_index: 99 }];
    expect(decodeChunks([delta({ content: 'Warm.' }), delta({ annotations: places.map((place) => cited({ ...page, ...place })) }), finish()]).parts).toEqual([
      { type: 'text', text: 'Warm.', citations: [{ ...page, start: 0, end: 4, quote: 'It is warm.' }, page, page] },
    ]);
  });

  it.each([null, [], [null], [{ type: 'file_citation', url: 'x' }], [cited({})], [{ type: 'url_citation' }]])('that name no page are left out: %j', (annotations) => {
    expect(decodeChunks([delta({ content: 'Warm.', annotations }), finish()]).parts).toEqual([{ type: 'text', text: 'Warm.' }]);
  });
});
