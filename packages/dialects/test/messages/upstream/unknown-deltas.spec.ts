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

describe('what an upstream reports during a block', () => {
  it.each(['omitted', 'summarized'])('is the progress of thinking, even when it is %s', (display) => {
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

  it('is no thinking progress when the client disabled it', () =>
    expect(deltasOf(clientViewOfStream(stream([thinking(progress)]), {}, { thinking: { type: 'disabled' } }))).toEqual(
      [],
    ));

  it('is progress in addition to the thinking itself', () =>
    expect(deltasOf(clientViewOfStream(stream([thinking({ ...progress, thinking: 'Hm' })]))).slice(0, 2)).toEqual([
      { type: 'thinking_delta', thinking: 'Hm' },
      progress,
    ]));

  it('includes unknown delta members and deltas once content is visible', () =>
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

  it('includes unknown members of a call', () =>
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

  it('excludes a delta of another kind of block, which has no effect there', () =>
    expect(
      deltasOf(
        clientViewOfStream(
          stream([text({ type: 'text_delta', text: 'Hi' }, { type: 'thinking_delta', thinking: 'Hm' })]),
        ),
      ),
    ).toEqual([{ type: 'text_delta', text: 'Hi' }]));

  it('is not sent to a client of another dialect', () => {
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

describe('the truncated input of a hosted tool', () => {
  it('is streamed as far as it arrived, and is an empty object in the complete message', () => {
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
