// Property 1: encode(decode(x)) is x, up to the listed normalizations.
import type { JsonObject } from '@org/engine';
import { loadFixtures } from '@org/protocol/fixtures';
import { normalizeRequest } from './normalizations.js';
import { responsesDialect } from '#src/responses.js';
import { decodeOptions, encodeTurn } from './options.js';
import { sampleRequests } from './sample-requests.js';

function roundTrip(body: unknown, items: Readonly<Record<string, JsonObject>> = {}): unknown {
  const request = responsesDialect.parseRequest(body);
  return encodeTurn(responsesDialect.decodeRequest(request, decodeOptions({}, items)));
}

/** Fixture requests that this dialect rejects, each for a reason that its rule's test covers. */
const refused = new Set([
  'error-400-field',
  'error-400-range',
  'prompt-template',
  'empty-output',
  'compaction-trigger',
  'compaction-input',
]);

describe('a request that is decoded and encoded again', () => {
  it.each(Object.entries(sampleRequests))('is the same: %s', (_, body) => {
    expect(roundTrip(body)).toEqual(normalizeRequest(body));
  });

  it.each(
    loadFixtures('responses').flatMap((example) =>
      refused.has(example.name) ? [] : [[example.name, example] as const],
    ),
  )('is the same: fixture %s', (_, example) => {
    const body = JSON.parse(JSON.stringify(example.request)) as JsonObject;
    const ids = responsesDialect.referencedItems(example.request);
    const stored = Object.fromEntries(ids.map((id) => [id, { type: 'message', id, role: 'user', content: 'stored' }]));
    expect(roundTrip(body, stored)).toEqual(normalizeRequest(body));
  });

  it('gives references back as they were sent, whatever they refer to', () => {
    const items: Record<string, JsonObject> = {
      msg_a: {
        type: 'message',
        id: 'msg_a',
        role: 'assistant',
        status: 'completed',
        content: [
          { type: 'output_text', text: 'a', annotations: [] },
          { type: 'refusal', refusal: 'b' },
        ],
      },
      rs_a: { type: 'reasoning', id: 'rs_a', summary: [{ type: 'summary_text', text: 'hm' }] },
      fc_a: { type: 'function_call', id: 'fc_a', call_id: 'c', name: 'f', arguments: '{}' },
      msg_u: { type: 'message', id: 'msg_u', role: 'user', content: [{ type: 'input_text', text: 'q' }] },
    };
    const body = {
      model: 'm',
      input: [
        { type: 'item_reference', id: 'msg_u' },
        { id: 'rs_a' },
        { type: null, id: 'msg_a' },
        { type: 'item_reference', id: 'fc_a' },
        { type: 'function_call_output', call_id: 'c', output: 'r' },
      ],
    };
    expect(roundTrip(body, items)).toEqual(body);
  });
});
