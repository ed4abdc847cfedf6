// What accumulators of typed clients refuse that the official JavaScript one passes over: a citation for a block that began without
// a list of them, and the end of a hosted tool's block to whose input nothing came.
import type { JsonObject } from '@org/engine';
import { stream, toldOf, toldOfDocument, type Told } from './told.js';

const citation = {
  type: 'web_search_result_location',
  cited_text: 'High tide',
  encrypted_index: 'Eo8B',
  title: 'Tides',
  url: 'https://example.com/tide',
};
const words = { type: 'text_delta', text: 'At six.' };
const cited = [{ type: 'text', text: '', citations: [] }, { type: 'citations_delta', citation }, words] as const;

const startsOf = ({ events }: Told): unknown[] =>
  events.filter(({ type }) => type === 'content_block_start').map(({ content_block }) => content_block);
const deltasOf = ({ events }: Told): unknown[] =>
  events.filter(({ type }) => type === 'content_block_delta').map(({ delta }) => delta);

describe('a text that an upstream announces citations for', () => {
  it('begins with a list of them, which is empty', () => {
    const told = toldOf(stream([cited]));
    expect(startsOf(told)).toEqual([{ type: 'text', text: '', citations: [] }]);
    expect(deltasOf(told)).toEqual([words, { type: 'citations_delta', citation }]);
    expect(told.message['content']).toEqual([{ type: 'text', text: 'At six.', citations: [citation] }]);
  });

  it('keeps the list in the message, also where nothing was cited', () => {
    const told = toldOf(stream([[{ type: 'text', text: '', citations: [] }, words]]));
    expect(startsOf(told)).toEqual([{ type: 'text', text: '', citations: [] }]);
    expect(told.message['content']).toEqual([{ type: 'text', text: 'At six.', citations: [] }]);
  });

  it('begins so where the upstream answered in one piece, too', () => {
    const content: JsonObject[] = [
      { type: 'text', text: 'At six.', citations: [citation] },
      { type: 'text', text: 'Bye.' },
    ];
    const document = {
      type: 'message',
      model: 'm',
      role: 'assistant',
      content,
      stop_reason: 'end_turn',
      usage: { input_tokens: 1, output_tokens: 2 },
    };
    expect(startsOf(toldOfDocument(JSON.stringify(document)))).toEqual([
      { type: 'text', text: '', citations: [] },
      { type: 'text', text: '' },
    ]);
  });

  it('is told from one that it announces none for', () =>
    expect(
      startsOf(
        toldOf(
          stream([
            [{ type: 'text', text: '' }, words],
            [{ type: 'text', text: '', citations: null }, words],
          ]),
        ),
      ),
    ).toEqual([
      { type: 'text', text: '' },
      { type: 'text', text: '' },
    ]));
});

describe('the input of a hosted tool', () => {
  it('comes in a delta where it is empty, too, which adds nothing', () => {
    const told = toldOf(stream([[{ type: 'server_tool_use', id: 'a', name: 'code_execution', input: {} }]]));
    expect(deltasOf(told)).toEqual([{ type: 'input_json_delta', partial_json: '' }]);
    expect(told.message['content']).toEqual([{ type: 'server_tool_use', id: 'a', name: 'code_execution', input: {} }]);
  });
});
