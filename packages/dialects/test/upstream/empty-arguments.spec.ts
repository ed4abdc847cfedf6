// Arguments that are empty, null or missing are `{}`, whatever the upstream's API.
import { type JsonObject, type JsonValue, type Part, ResultCollector, type UpstreamApi } from '@org/engine';
import { buildRequest, EventGrammar, functionTool } from '@org/engine/testing';
import { messagesApi } from '#src/messages.js';
import { responsesApi } from '#src/responses.js';
import { target } from '../upstream-target.js';

const request = buildRequest('hi', { tools: [functionTool('look')] });
const forms: readonly (JsonValue | undefined)[] = ['', ' ', 'null', '""', null, undefined, {}];

function read(api: UpstreamApi, events: readonly JsonObject[]): Part | undefined {
  const collector = new ResultCollector();
  const grammar = new EventGrammar();
  const reader = api.createReader(request, target, [], (event) => {
    grammar.push(event);
    collector.push(event);
  });
  for (const event of events) reader.push(event);
  grammar.end();
  return collector.result().parts[0];
}

it.each(forms)('of a responses upstream: %j', (args) => {
  const item = {
    id: 'f',
    type: 'function_call',
    call_id: 'c',
    name: 'look',
    ...(args !== undefined && { arguments: args }),
  };
  const end = { type: 'response.completed', response: { model: 'm', status: 'completed', output: [item] } };
  const added = { type: 'response.output_item.added', output_index: 0, item };
  const done = { type: 'response.output_item.done', output_index: 0, item };
  const deltas =
    typeof args === 'string'
      ? [...args].map((delta) => ({
          type: 'response.function_call_arguments.delta',
          output_index: 0,
          item_id: 'f',
          delta,
        }))
      : [];
  const bare = { ...added, item: { ...item, arguments: '' } };
  for (const events of [[end], [added, done, end], [bare, ...deltas, done, end]])
    expect(read(responsesApi, events)).toMatchObject({ type: 'tool-call', argumentsText: '{}' });
});

it.each(forms)('of a messages upstream: %j', (input) => {
  const start = { type: 'message_start', message: { type: 'message', role: 'assistant', model: 'm', content: [] } };
  const block = { type: 'tool_use', id: 'c', name: 'look', ...(input !== undefined && { input }) };
  const deltas =
    typeof input === 'string'
      ? [...input].map((partial_json) => ({
          type: 'content_block_delta',
          index: 0,
          delta: { type: 'input_json_delta', partial_json },
        }))
      : [];
  const end: JsonObject[] = [
    { type: 'content_block_stop', index: 0 },
    { type: 'message_delta', delta: { stop_reason: 'tool_use' }, usage: { output_tokens: 1 } },
    { type: 'message_stop' },
  ];
  const opened = (content_block: JsonObject): JsonObject => ({ type: 'content_block_start', index: 0, content_block });
  for (const events of [
    [start, opened(block), ...end],
    [start, opened({ ...block, input: {} }), ...deltas, ...end],
  ])
    expect(read(messagesApi, events)).toMatchObject({ type: 'tool-call', argumentsText: '{}' });
});
