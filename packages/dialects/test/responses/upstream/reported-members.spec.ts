// What an upstream reports of its response in addition to the items: usage, reasons, statuses and settings.
import { EngineError, type JsonObject, type JsonValue } from '@org/engine';
import { accumulateResponses } from '@org/protocol/responses';
import { responsesDialect, responsesApi } from '#src/responses.js';
import { target } from '../../upstream-target.js';
import { sent } from '../streamed-responses.js';
import { decodeOptions, encodeContext } from '../options.js';
import { growing, passThrough } from './pass-through.js';

const message = { type: 'message', id: 'msg_1', role: 'assistant', status: 'in_progress', content: [] };
const delta = { type: 'response.output_text.delta', content_index: 0, delta: 'one' };
const done = { ...message, status: 'completed', content: [{ type: 'output_text', text: 'one', annotations: [] }] };

const passedOn = (end: JsonObject, request: object = {}): JsonObject =>
  passThrough(
    growing(
      message,
      [delta, delta],
      { ...done, content: [{ type: 'output_text', text: 'oneone', annotations: [] }] },
      end,
    ),
    { model: 'm', input: 'q', ...request },
  ).response;

describe('the usage that an upstream reports', () => {
  const counts = { input_tokens: 20, output_tokens: 10, total_tokens: 30 };

  it('are all there, known or not', () => {
    const usage = {
      ...counts,
      total_tokens: 31,
      nest: { a: 1 },
      input_tokens_details: { cached_tokens: 3, foo_tokens: 7, text_tokens: 19, cache_write_tokens: 2, none: null },
      output_tokens_details: {
        reasoning_tokens: 1,
        accepted_prediction_tokens: 5,
        text_tokens: 4,
        image_tokens: 5,
        nest: { b: [2] },
      },
    };
    const { none: _, ...input } = usage.input_tokens_details;
    expect(passedOn({ usage })['usage']).toMatchObject({ ...usage, input_tokens_details: input });
  });

  it('has the same members under the other naming', () => {
    const usage = {
      prompt_tokens: 20,
      completion_tokens: 10,
      total_tokens: 30,
      prompt_tokens_details: { foo_tokens: 7 },
      completion_tokens_details: { reasoning_tokens: 1, text_tokens: 4 },
    };
    expect(passedOn({ usage })['usage']).toMatchObject({
      ...usage,
      input_tokens_details: { foo_tokens: 7 },
      output_tokens_details: { reasoning_tokens: 1, text_tokens: 4 },
    });
    expect(passedOn({ usage: { ...counts, input_tokens_details: { foo_tokens: 7 } } })['usage']).toMatchObject({
      prompt_tokens_details: { foo_tokens: 7 },
    });
  });

  it('are counts, where their names are known', () => {
    expect(
      passedOn({ usage: { ...counts, total_tokens: 'many', input_tokens_details: { text_tokens: 'many' } } })['usage'],
    ).toMatchObject({ total_tokens: 30, input_tokens_details: { text_tokens: 20 } });
  });

  it('is estimated where the upstream reports none', () => {
    expect(passedOn({ usage: null })['usage']).toMatchObject({
      input_tokens: 0,
      output_tokens: 2,
      total_tokens: 2,
      estimated: true,
    });
  });
});

describe('the reason that an upstream reports for an incomplete response', () => {
  it.each<JsonObject>([
    { reason: 'future_reason', zz: 1 },
    { reason: 'max_tool_calls' },
    { reason: 'content_filter', zz: 1 },
    { reason: 'max_output_tokens' },
    { zz: 1 },
  ])('is forwarded: %j', (details) => {
    expect(passedOn({ status: 'incomplete', incomplete_details: details })).toMatchObject({
      status: 'incomplete',
      incomplete_details: details,
    });
  });

  it('is the default one where none is reported', () => {
    expect(passedOn({ status: 'incomplete', incomplete_details: null })['incomplete_details']).toEqual({
      reason: 'max_output_tokens',
    });
    expect(passedOn({ status: 'completed', incomplete_details: { reason: 'stray' } })['incomplete_details']).toBeNull();
  });
});

describe('the status of a starting item', () => {
  const items: [string, JsonObject, JsonObject, JsonObject][] = [
    [
      'a call',
      { type: 'function_call', id: 'fc_1', call_id: 'c', name: 'f', arguments: '' },
      { type: 'response.function_call_arguments.delta', delta: '{}' },
      { arguments: '{}' },
    ],
    [
      'a custom call',
      { type: 'custom_tool_call', id: 'ctc_1', call_id: 'c', name: 'f', input: '' },
      { type: 'response.custom_tool_call_input.delta', delta: '{}' },
      { input: '{}' },
    ],
    [
      'reasoning',
      { type: 'reasoning', id: 'rs_1', summary: [] },
      { type: 'response.reasoning_summary_text.delta', summary_index: 0, delta: 'A' },
      { summary: [{ type: 'summary_text', text: 'A' }] },
    ],
  ];

  it.each(items)('is forwarded: %s', (_, item, grown, end) => {
    const startedItem = (added: JsonObject): JsonValue | undefined =>
      passThrough(growing(added, [grown], { ...item, ...end })).events.find(
        ({ type }) => type === 'response.output_item.added',
      )?.['item'];
    expect(startedItem({ ...item, status: 'in_progress' })).toEqual({ ...item, status: 'in_progress' });
    expect(startedItem(item)).toEqual(item);
  });

  it.each(items)('changes when the item is truncated: %s', (_, item, grown) => {
    const request = { model: 'm', input: 'q' };
    const encoder = responsesDialect.createEncoder(request, encodeContext());
    const { generation } = responsesDialect.decodeRequest(request, { ...decodeOptions(), native: 'responses' });
    const events: ReturnType<typeof encoder.push>[number][] = [];
    const reader = responsesApi.createReader(generation, target, [], (event) => events.push(...encoder.push(event)));
    for (const event of growing({ ...item, status: 'in_progress' }, [grown], {}).slice(0, 3)) reader.push(event);
    const truncated = accumulateResponses(
      sent([...events, ...encoder.fail(new EngineError('upstream-failed', 'It broke off.'))]),
    );
    expect(truncated.output).toMatchObject([{ status: 'incomplete' }]);
  });
});

describe('the settings that an upstream reports', () => {
  it('is the response, and not what was asked for', () => {
    const worked = {
      truncation: 'auto',
      parallel_tool_calls: false,
      prompt_cache_retention: '24h',
      text: { format: { type: 'text' }, verbosity: 'low', future: 1 },
    };
    const asked = { truncation: 'disabled', prompt_cache_retention: 'in_memory', text: { verbosity: 'high' } };
    expect(passedOn(worked)).toMatchObject(worked);
    expect(passedOn(worked, asked)).toMatchObject(worked);
  });

  it('include its own token limit only where the client set none', () => {
    const caps = { max_output_tokens: 4096, max_tool_calls: 8 };
    expect(passedOn(caps)).toMatchObject(caps);
    expect(passedOn(caps, { max_output_tokens: 9999, max_tool_calls: 9 })).toMatchObject({
      max_output_tokens: 9999,
      max_tool_calls: 9,
    });
  });

  it('are omitted where no client could parse them', () => {
    const asked = { truncation: 'auto', text: { format: { type: 'json_object' }, verbosity: 'high' } };
    const unreadable = {
      truncation: 'maybe',
      parallel_tool_calls: null,
      prompt_cache_retention: 7,
      max_tool_calls: 'many',
      text: { format: { type: 'text' }, verbosity: null },
    };
    const { prompt_cache_retention: retention, ...response } = passedOn(unreadable, asked);
    expect(response).toMatchObject({ ...asked, parallel_tool_calls: true, max_tool_calls: null });
    expect(retention).toBeUndefined();
  });

  it('exclude everything that only the request decides', () => {
    const others = {
      instructions: 'theirs',
      metadata: { a: '1' },
      store: false,
      background: true,
      previous_response_id: 'resp_theirs',
      tools: [{ type: 'web_search' }],
      user: 'u',
      safety_identifier: 's',
      prompt_cache_key: 'k',
    };
    expect(passedOn(others)).toMatchObject({
      instructions: null,
      metadata: {},
      store: true,
      background: false,
      previous_response_id: null,
      tools: [],
      safety_identifier: null,
      prompt_cache_key: null,
    });
  });
});
