// Reasoning parts that this version does not know: preserved unchanged, and without text.
import type { JsonObject } from '@org/engine';
import { accumulateResponses, checkResponseStream, responseEvents, responseSchema } from '@org/protocol/responses';
import { responsesDialect } from '#src/responses.js';
import { encodeResponse, sent, streamed } from './streamed-responses.js';
import { decodeOptions, encodeContext, encodeTurn } from './options.js';
import { growing, itemOf, passThrough } from './upstream/pass-through.js';

const future = { type: 'future', q: 1 };
const fut = { type: 'fut', x: 1 };
const text = { type: 'summary_text', text: 'A' };
const reasoning = { type: 'reasoning', id: 'rs_1', summary: [future], content: [fut] };

describe('parts of reasoning of unknown kinds', () => {
  it.each<[string, JsonObject, string]>([
    ['alone', reasoning, ''],
    ['with text', { ...reasoning, summary: [future, text, future] }, 'A'],
    ['with empty text', { ...reasoning, summary: [{ ...text, text: '' }, text, future] }, 'A'],
  ])('reach the client unchanged from the upstream: %s', (_, item, expected) => {
    const passed = passThrough(growing({ ...item, summary: [], content: [] }, [], item));
    expect(itemOf(passed)).toEqual(item);
    expect(passed.result.parts).toMatchObject([{ type: 'reasoning', text: expected }]);
    expect(passed.events.flatMap(({ delta }) => (delta === undefined ? [] : [delta]))).toEqual(
      expected === '' ? [] : [expected],
    );
  });

  it('go back as they came', () => {
    const request = {
      model: 'm',
      input: [
        { ...reasoning, summary: [future, text] },
        { role: 'user', content: 'q' },
      ],
    };
    const turn = responsesDialect.decodeRequest(responsesDialect.parseRequest(request), decodeOptions());
    expect(encodeTurn(turn)).toEqual(request);
    expect(turn.input[0]?.parts).toMatchObject([{ type: 'reasoning', text: 'A' }]);
  });

  it('are present when the response is streamed again', () => {
    const result = passThrough(
      growing({ ...reasoning, summary: [], content: [] }, [], { ...reasoning, summary: [future, text] }),
    ).result;
    const response = encodeResponse({ model: 'm', input: 'q' }, result, encodeContext());
    const again = sent(responseEvents(responseSchema.parse(response)));
    checkResponseStream(again);
    expect(accumulateResponses(again)).toEqual(response);
    checkResponseStream(streamed({ model: 'm', input: 'q' }, result, 1, encodeContext()));
  });
});
