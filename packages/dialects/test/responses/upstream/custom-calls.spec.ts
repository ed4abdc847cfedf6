// Servers that call a custom tool as a function, with the free text as the only member of its arguments: ds4 and the
// gateways of Copilot.
import { type GenerationResult, type JsonObject, ResultCollector } from '@org/engine';
import { buildRequest, functionTool } from '@org/engine/testing';
import { responsesApi } from '#src/responses.js';
import { target } from '../../upstream-target.js';

const patch = '*** Begin Patch\n+hi\n*** End Patch';
const request = {
  ...buildRequest('hi', { tools: [{ kind: 'custom', name: 'apply_patch', format: { type: 'text' } }] }),
  extensions: { responses: {} },
};

function read(args: string, asked = request, members: JsonObject = {}): GenerationResult {
  const collector = new ResultCollector();
  const reader = responsesApi.createReader(asked, target, [], (event) => collector.push(event));
  const item = (status: string, text: string): JsonObject => ({
    id: 'fc_1',
    type: 'function_call',
    status,
    call_id: 'call_1',
    name: 'apply_patch',
    arguments: text,
    ...members,
  });
  const half = Math.ceil(args.length / 2);
  reader.push({ type: 'response.output_item.added', output_index: 0, item: item('in_progress', '') });
  for (const delta of [args.slice(0, half), args.slice(half)])
    reader.push({ type: 'response.function_call_arguments.delta', item_id: 'fc_1', output_index: 0, delta });
  reader.push({ type: 'response.output_item.done', output_index: 0, item: item('completed', args) });
  reader.push({ type: 'response.completed', response: { status: 'completed', output: [item('completed', args)] } });
  return collector.result();
}

describe('a function_call for a tool that the client declared as custom', () => {
  it.each(['input', 'patch'])('is a custom call whose input is the string in the only member, %s', (name) => {
    expect(read(JSON.stringify({ [name]: patch })).parts).toEqual([
      expect.objectContaining({ type: 'tool-call', kind: 'custom', name: 'apply_patch', argumentsText: patch }),
    ]);
  });

  it.each(['{"path":"a.txt","text":"hi"}', '{"lines":3}', '{}', '+hi'])(
    'is a custom call with the arguments %s as they are, where they have no such member alone',
    (args) => {
      expect(read(args).parts).toEqual([expect.objectContaining({ kind: 'custom', argumentsText: args })]);
    },
  );
});

describe('a function_call', () => {
  const args = JSON.stringify({ input: patch });

  it('stays one where a function has the name too', () => {
    const both = { ...request, tools: [...request.tools, functionTool('apply_patch')] };
    expect(read(args, both).parts).toEqual([expect.objectContaining({ kind: 'function', argumentsText: args })]);
  });

  it('stays one where it names a namespace', () => {
    expect(read(args, request, { namespace: 'crm' }).parts).toEqual([
      expect.objectContaining({ kind: 'function', namespace: 'crm', argumentsText: args }),
    ]);
  });
});
