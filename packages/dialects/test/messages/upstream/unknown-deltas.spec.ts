import type { JsonObject } from '@org/engine';
import { responsesDialect } from '#src/responses.js';
import { encodeContext as responsesContext } from '../../responses/options.js';
import { stream, clientViewOfStream, type ClientView } from './client-view.js';

const text = (...deltas: JsonObject[]) => [{ type: 'text', text: '' }, ...deltas] as const;
const thinking = (...deltas: JsonObject[]) =>
  [
    { type: 'thinking', thinking: '', signature: '' },
    ...deltas,
    { type: 'signature_delta', signature: 'sig' },
  ] as const;
const search = (...deltas: string[]) =>
  [
    { type: 'server_tool_use', id: 'a', name: 'web_search', input: {} },
    ...deltas.map((json) => ({ type: 'input_json_delta', partial_json: json })),
  ] as const;
const progress = { type: 'thinking_delta', thinking: '', estimated_tokens: 50 };

/** The deltas of the client's stream. */
const deltasOf = ({ events }: ClientView): unknown[] =>
  events.filter(({ type }) => type === 'content_block_delta').map(({ delta }) => delta);

describe('what an upstream tells of a block while it is made', () => {
  it.each(['omitted', 'summarized'])('is how far thinking is, also where it is %s', (display) => {
    const view = clientViewOfStream(
      stream([thinking(progress, { ...progress, estimated_tokens: 90 }), text({ type: 'text_delta', text: 'Hi' })]),
      {},
      { thinking: { type: 'adaptive', display } },
    );
    expect(deltasOf(view)).toEqual([
      progress,
      { ...progress, estimated_tokens: 90 },
      { type: 'signature_delta', signature: 'sig' },
      { type: 'text_delta', text: 'Hi' },
    ]);
    expect(view.message['content']).toHaveLength(2);
  });

  it('is not how far thinking is where the client wants none', () =>
    expect(deltasOf(clientViewOfStream(stream([thinking(progress)]), {}, { thinking: { type: 'disabled' } }))).toEqual([
      { type: 'text_delta', text: 'The model ended its turn without a response.' },
    ]));

  it('is how far it is beside the thinking itself', () =>
    expect(deltasOf(clientViewOfStream(stream([thinking({ ...progress, thinking: 'Hm' })]))).slice(0, 2)).toEqual([
      { type: 'thinking_delta', thinking: 'Hm' },
      progress,
    ]));

  it('is what nobody here knows: members of a delta, and deltas, once something is visible', () =>
    expect(
      deltasOf(
        clientViewOfStream(
          stream([
            text(
              { type: 'text_delta', text: ' ', moon: 1 },
              { type: 'moon_delta', full: true },
              { type: 'text_delta', text: 'Hi', mars: null },
            ),
          ]),
        ),
      ),
    ).toEqual([
      { type: 'text_delta', text: ' Hi' },
      { type: 'text_delta', text: '', moon: 1 },
      { type: 'moon_delta', full: true },
    ]));

  it('is what nobody here knows of a call', () =>
    expect(
      deltasOf(
        clientViewOfStream(
          stream([
            [
              { type: 'tool_use', id: 'a', name: 'f', input: {} },
              { type: 'input_json_delta', partial_json: '{"b":1}', moon: 1 },
              { type: 'moon_delta' },
            ],
          ]),
        ),
      ),
    ).toEqual([
      { type: 'input_json_delta', partial_json: '{"b":1}' },
      { type: 'input_json_delta', partial_json: '', moon: 1 },
      { type: 'moon_delta' },
    ]));

  it('is no delta of another kind of block, which says nothing there', () =>
    expect(
      deltasOf(
        clientViewOfStream(
          stream([text({ type: 'text_delta', text: 'Hi' }, { type: 'thinking_delta', thinking: 'Hm' })]),
        ),
      ),
    ).toEqual([{ type: 'text_delta', text: 'Hi' }]));

  it('says nothing to a client of another dialect', () => {
    const { neutral } = clientViewOfStream(
      stream([thinking(progress), text({ type: 'text_delta', text: 'Hi', moon: 1 }), search('{"query":"q')]),
    );
    const encode = (events: typeof neutral): unknown => {
      const encoder = responsesDialect.createEncoder(
        responsesDialect.parseRequest({ model: 'm', input: 'Hi' }),
        responsesContext(),
      );
      return events.flatMap((event) => encoder.push(event));
    };
    expect(encode(neutral)).toEqual(
      encode(neutral.filter((event) => event.type !== 'part-delta' || event.delta.type !== 'opaque')),
    );
  });
});

describe('the input of a hosted tool that was cut off', () => {
  it('is streamed as far as it came, and is an empty object in the whole message', () => {
    const view = clientViewOfStream(stream([search('{"que', 'ry":"q')], { stop_reason: 'max_tokens' }));
    expect(deltasOf(view)).toEqual([{ type: 'input_json_delta', partial_json: '{"query":"q' }]);
    expect(view.events.map(({ type }) => type)).toEqual([
      'message_start',
      'content_block_start',
      'content_block_delta',
      'content_block_stop',
      'message_delta',
      'message_stop',
    ]);
    expect(view.message['content']).toEqual([{ type: 'server_tool_use', id: 'a', name: 'web_search', input: {} }]);
  });
});
