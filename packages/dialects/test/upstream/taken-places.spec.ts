// Servers that give two items the same place: Ollama leaves the text that comes before its calls at theirs, LiteLLM tells everything but
// calls at the first. Faithful to their converters as of November 2026.
import { ResultCollector, type GenerationResult } from '@org/engine/model/generation-result';
import type { JsonObject } from '@org/engine/model/json';
import { buildRequest, functionTool } from '@org/engine/testing/builders';
import { responsesWire } from '#src/responses.js';
import { target } from '../upstream-target.js';

const request = buildRequest('hi', { tools: [functionTool('look')] });

function read(events: readonly JsonObject[], asked = request): GenerationResult {
  const collector = new ResultCollector();
  const reader = responsesWire.createReader(asked, target, [], (event) => collector.push(event));
  for (const event of events) reader.push(event);
  return collector.result();
}

const added = (output_index: number, item: JsonObject): JsonObject => ({ type: 'response.output_item.added', output_index, item });
const done = (output_index: number, item: JsonObject): JsonObject => ({ type: 'response.output_item.done', output_index, item });
const message = (id: string, text?: string): JsonObject => ({
  id,
  type: 'message',
  role: 'assistant',
  status: text === undefined ? 'in_progress' : 'completed',
  content: text === undefined ? [] : [{ type: 'output_text', text, annotations: [] }],
});
const call = (id: string, args = ''): JsonObject => ({ id, type: 'function_call', status: args === '' ? 'in_progress' : 'completed', call_id: `call_${id}`, name: 'look', arguments: args });
const thought = (id: string, text?: string): JsonObject => ({ id, type: 'reasoning', summary: text === undefined ? null : [{ type: 'summary_text', text }] });
const says = (output_index: number, item_id: string, delta: string): JsonObject => ({ type: 'response.output_text.delta', item_id, output_index, content_index: 0, delta });
const thinks = (output_index: number, item_id: string, delta: string): JsonObject => ({ type: 'response.reasoning_summary_text.delta', item_id, output_index, delta });
const writes = (output_index: number, item_id: string, delta: string): JsonObject => ({ type: 'response.function_call_arguments.delta', item_id, output_index, delta });
const end = (output: JsonObject[]): JsonObject => ({ type: 'response.completed', response: { model: 'm', status: 'completed', output, usage: { input_tokens: 1, output_tokens: 3 } } });
const wholeCall = (place: number, id: string, args: string): JsonObject[] => [added(place, call(id)), writes(place, id, args), done(place, call(id, args))];

describe('text that a call follows at the same place', () => {
  const before = [added(0, message('msg')), says(0, 'msg', 'I will '), says(0, 'msg', 'look.')];
  const spoken = { type: 'text', text: 'I will look.' };

  it('has ended where the call begins', () => {
    const { parts, finishReason } = read([...before, ...wholeCall(0, 'fc_1', '{"a":1}'), end([call('fc_1', '{"a":1}')])]);
    expect(parts).toMatchObject([spoken, { type: 'tool-call', callId: 'call_fc_1', argumentsText: '{"a":1}' }]);
    expect(finishReason.unified).toBe('tool-calls');
  });

  it('may come last in the whole response', () => {
    const { parts } = read([...before, ...wholeCall(0, 'fc_1', '{"a":1}'), end([call('fc_1', '{"a":1}'), message('msg', 'I will look.')])]);
    expect(parts).toMatchObject([spoken, { type: 'tool-call' }]);
  });

  it('may have several calls behind it, told together or each at the same place', () => {
    const calls = [{ callId: 'call_fc_1', argumentsText: '{"a":1}' }, { callId: 'call_fc_2', argumentsText: '{"a":2}' }];
    for (const place of [0, 1]) {
      const { parts } = read([...before, ...wholeCall(0, 'fc_1', '{"a":1}'), ...wholeCall(place, 'fc_2', '{"a":2}'), end([call('fc_1', '{"a":1}'), call('fc_2', '{"a":2}')])]);
      expect(parts).toMatchObject([spoken, ...calls]);
    }
  });
});

it('calls that are all told at the first place are calls of their own', () => {
  const { parts } = read([...wholeCall(0, 'fc_1', '{"a":1}'), ...wholeCall(0, 'fc_2', '{"a":2}'), end([call('fc_1', '{"a":1}'), call('fc_2', '{"a":2}')])]);
  expect(parts).toMatchObject([{ callId: 'call_fc_1' }, { callId: 'call_fc_2' }]);
});

describe('a message at the place of the reasoning before it', () => {
  const thinking = [added(0, thought('rs')), thinks(0, 'rs', 'Hm.'), done(0, thought('rs', 'Hm.'))];
  const thoughts = { type: 'reasoning', text: 'Hm.' };

  it('that was never begun begins with its text', () => {
    const { parts } = read([...thinking, says(0, 'msg', 'Hel'), says(0, 'msg', 'lo'), done(0, message('msg', 'Hello')), end([thought('rs', 'Hm.'), message('msg', 'Hello')])]);
    expect(parts).toMatchObject([thoughts, { type: 'text', text: 'Hello' }]);
  });

  it('is told, empty, after the calls', () => {
    const { parts } = read([...thinking, added(1, call('fc_1')), writes(1, 'fc_1', '{"a":1}'), done(1, call('fc_1', '{"a":1}')), done(0, message('msg', '')), end([thought('rs', 'Hm.'), call('fc_1', '{"a":1}')])]);
    expect(parts).toMatchObject([thoughts, { type: 'tool-call', callId: 'call_fc_1', argumentsText: '{"a":1}' }, { type: 'text', text: '' }]);
  });

  it('comes before calls that are told while it is open', () => {
    const { parts } = read([...thinking, says(0, 'msg', 'Hello'), ...wholeCall(1, 'fc_1', '{"a":1}'), done(0, message('msg', 'Hello')), end([thought('rs', 'Hm.'), message('msg', 'Hello'), call('fc_1', '{"a":1}')])]);
    expect(parts).toMatchObject([thoughts, { type: 'text', text: 'Hello' }, { type: 'tool-call', callId: 'call_fc_1' }]);
  });
});

it('items that share an id keep their places', () => {
  const { parts } = read([added(0, message('x')), says(0, 'x', 'Hi'), done(0, message('x', 'Hi')), ...wholeCall(1, 'x', '{"a":1}'), end([message('x', 'Hi'), call('x', '{"a":1}')])]);
  expect(parts).toMatchObject([{ text: 'Hi' }, { type: 'tool-call', argumentsText: '{"a":1}' }]);
});

it('an item that is done twice is an answer that cannot be read', () => {
  expect(() => read([added(0, message('msg')), done(0, message('msg', 'Hi')), done(0, message('msg', 'Hi'))])).toThrow(expect.objectContaining({ code: 'upstream-failed' }) as Error);
});
