// Item ids of upstreams that count anew in each response.
import { type GenerationRequest, type JsonObject, type Part, ResultCollector } from '@org/engine';
import { buildRequest, functionTool } from '@org/engine/testing';
import { responsesApi } from '#src/responses.js';
import { target } from '../../upstream-target.js';

const base = buildRequest('hi', { tools: [functionTool('look')] });
const call = (id: string, callId: string): JsonObject => ({
  id,
  type: 'function_call',
  call_id: callId,
  name: 'look',
  arguments: '{}',
  status: 'completed',
});
const search = (id: string): JsonObject => ({ id, type: 'web_search_call', status: 'completed' });

function read(
  output: readonly JsonObject[],
  request: GenerationRequest,
  used: readonly string[] = [],
): readonly Part[] {
  const collector = new ResultCollector();
  const options = { isShown: true, isUsedId: (id: string) => used.includes(id) };
  const reader = responsesApi.createReader(request, target, [], (event) => collector.push(event), options);
  output.forEach((item, output_index) => {
    reader.push({ type: 'response.output_item.added', output_index, item: { ...item, status: 'in_progress' } });
    reader.push({ type: 'response.output_item.done', output_index, item });
  });
  reader.push({ type: 'response.completed', response: { model: 'm', status: 'completed', output: [...output] } });
  return collector.result().parts;
}

function idOf(part: Part | undefined): unknown {
  if (part?.type === 'opaque') return part.value['id'];
  const item = part?.extensions?.responses?.['item'];
  return typeof item === 'object' && item !== null && 'id' in item ? item.id : undefined;
}

describe('an item id of an upstream', () => {
  it('stays where no other item has it', () => {
    expect(read([call('fc_0', 'a'), search('ws_0')], base).map(idOf)).toEqual(['fc_0', 'ws_0']);
  });

  it('is dropped where an item of the same response has it', () => {
    expect(read([call('x', 'a'), call('x', 'b'), search('x')], base).map(idOf)).toEqual(['x', undefined, undefined]);
  });

  it('is dropped where an item of the request has it, of any type', () => {
    const parts = read([call('fc_0', 'a'), search('ws_0')], base);
    const request = { ...base, messages: [...base.messages, { role: 'assistant' as const, parts }] };
    expect(read([call('fc_0', 'b'), search('ws_0'), call('fc_1', 'c')], request).map(idOf)).toEqual([
      undefined,
      undefined,
      'fc_1',
    ]);
  });

  it('is dropped where an item of the conversation has it', () => {
    expect(read([call('fc_0', 'a')], base, ['fc_0']).map(idOf)).toEqual([undefined]);
  });

  it('is dropped where it is empty', () => {
    expect(read([call('', 'a'), search('')], base).map(idOf)).toEqual([undefined, undefined]);
  });
});
