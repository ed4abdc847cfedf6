// What accumulators of typed clients reject and the official JavaScript one ignores: a citation for a block that
// started without a citation list, and the end of a hosted tool's block without any input.
import type { JsonObject } from '@org/engine';
import { stream, clientViewOfStream, clientViewOfDocument, type ClientView } from './client-view.js';

const citation = {
  type: 'web_search_result_location',
  cited_text: 'High tide',
  encrypted_index: 'Eo8B',
  title: 'Tides',
  url: 'https://example.com/tide',
};
const textDelta = { type: 'text_delta', text: 'At six.' };
const cited = [{ type: 'text', text: '', citations: [] }, { type: 'citations_delta', citation }, textDelta] as const;

const startsOf = ({ events }: ClientView): unknown[] =>
  events.filter(({ type }) => type === 'content_block_start').map(({ content_block }) => content_block);
const deltasOf = ({ events }: ClientView): unknown[] =>
  events.filter(({ type }) => type === 'content_block_delta').map(({ delta }) => delta);

describe('a text that an upstream announces citations for', () => {
  it('starts with an empty citation list', () => {
    const view = clientViewOfStream(stream([cited]));
    expect(startsOf(view)).toEqual([{ type: 'text', text: '', citations: [] }]);
    expect(deltasOf(view)).toEqual([textDelta, { type: 'citations_delta', citation }]);
    expect(view.message['content']).toEqual([{ type: 'text', text: 'At six.', citations: [citation] }]);
  });

  it('preserves the list in the message, even without citations', () => {
    const view = clientViewOfStream(stream([[{ type: 'text', text: '', citations: [] }, textDelta]]));
    expect(startsOf(view)).toEqual([{ type: 'text', text: '', citations: [] }]);
    expect(view.message['content']).toEqual([{ type: 'text', text: 'At six.', citations: [] }]);
  });

  it('starts the same way for a non-streaming upstream response', () => {
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
    expect(startsOf(clientViewOfDocument(JSON.stringify(document)))).toEqual([
      { type: 'text', text: '', citations: [] },
      { type: 'text', text: '' },
    ]);
  });

  it('differs from a text for which the upstream announces no citations', () =>
    expect(
      startsOf(
        clientViewOfStream(
          stream([
            [{ type: 'text', text: '' }, textDelta],
            [{ type: 'text', text: '', citations: null }, textDelta],
          ]),
        ),
      ),
    ).toEqual([
      { type: 'text', text: '' },
      { type: 'text', text: '' },
    ]));
});

describe('the input of a hosted tool', () => {
  it('arrives in a delta even when it is empty, which adds nothing', () => {
    const view = clientViewOfStream(
      stream([[{ type: 'server_tool_use', id: 'a', name: 'code_execution', input: {} }]]),
    );
    expect(deltasOf(view)).toEqual([{ type: 'input_json_delta', partial_json: '' }]);
    expect(view.message['content']).toEqual([{ type: 'server_tool_use', id: 'a', name: 'code_execution', input: {} }]);
  });
});
