import type { GenerationEvent } from '@org/engine';
import { checkRequest, guardUpstreamApi } from '#src/dialect.js';
import { messagesApi, messagesRequestFields } from '#src/messages.js';
import { responsesApi, responsesRequestFields } from '#src/responses.js';
import { bindIds } from '#src/shared/upstream-policy/bind-ids.js';
import { target as upstreamTarget } from '../upstream-target.js';
import { policyContext } from './policy-context.js';

const bind = (id: string): string => `${id}.mine`;

describe('ids in a response', () => {
  it('are bound wherever an upstream names its objects', () => {
    const item = { type: 'code_interpreter_call', id: 'ci_1', container_id: 'cntr_1', code: 'x', outputs: null };
    const event = { type: 'response.output_item.done', output_index: 0, item };
    expect(bindIds(event, JSON.stringify(event), bind)[0]).toEqual({
      ...event,
      item: { ...item, container_id: 'cntr_1.mine' },
    });
    const delta = { type: 'message_delta', delta: { container: { id: 'container_1', expires_at: 'soon' } } };
    expect(bindIds(delta, undefined, bind)[0]).toEqual({
      type: 'message_delta',
      delta: { container: { id: 'container_1.mine', expires_at: 'soon' } },
    });
  });

  it('stay in what the model wrote, and numbers keep their digits', () => {
    const text = '{"item":{"container_id" : "c","input":{"file_id":"c"},"id":"ci_1","n":1.0}}';
    const [event, bound] = bindIds(
      { item: { container_id: 'c', input: { file_id: 'd' }, id: 'ci_1', n: 1 } },
      text,
      bind,
    );
    expect(event).toEqual({ item: { container_id: 'c.mine', input: { file_id: 'd' }, id: 'ci_1', n: 1 } });
    expect(bound).toContain('"container_id" : "c.mine"');
    expect(bound).toContain('"n":1.0');
  });

  it('reach the reader of the upstream’s events', () => {
    const api = guardUpstreamApi(messagesApi, messagesRequestFields(), { ...policyContext(), bindVendorId: bind });
    const emitted: GenerationEvent[] = [];
    const request = {
      model: 'm',
      messages: [],
      tools: [],
      toolChoice: { type: 'auto' as const },
      parallelToolCalls: true,
      limits: {},
      sampling: {},
      outputFormat: { type: 'text' as const },
      stopSequences: [],
      truncation: 'disabled' as const,
      extensions: { messages: {} },
    };
    const reader = api.createReader(request, upstreamTarget, [], (event) => emitted.push(event));
    const usage = { input_tokens: 1, output_tokens: 1 };
    reader.push({
      type: 'message_start',
      message: { id: 'msg_1', type: 'message', role: 'assistant', model: 'm', content: [], usage },
    });
    reader.push({ type: 'message_delta', delta: { stop_reason: 'end_turn', container: { id: 'container_1' } }, usage });
    reader.push({ type: 'message_stop' });
    expect(reader.done).toBe(true);
    expect(JSON.stringify(emitted)).toContain('container_1.mine');
  });
});

describe('the request of a client', () => {
  it('fails with the path of the field, the rule and the setting', () => {
    const body = { model: 'm', tools: [{ type: 'mcp', server_label: 'x', server_url: 'https://evil.example/' }] };
    expect(() => checkRequest(responsesRequestFields(), body, policyContext())).toThrow(
      expect.objectContaining({
        code: 'invalid-request',
        param: 'tools.0',
        message: expect.stringMatching(
          /^tools\.0: .*MCP servers that the operator does not list.*'upstreamPolicy\.mcpServers' is 'reject'/,
        ),
      }),
    );
  });

  it('has a warning for each field that is left out', () => {
    const body = { model: 'm', service_tier: 'priority', tools: [{ type: 'web_search' }], api_base: 'x' };
    expect(
      checkRequest(responsesRequestFields(), body, policyContext()).map(({ kind, param }) => [kind, param]),
    ).toEqual([
      ['dropped', 'service_tier'],
      ['dropped', 'tools.0'],
      ['dropped', 'api_base'],
    ]);
  });

  it('to an upstream of another dialect fails for its URLs only', () => {
    const body = { model: 'm', tools: [{ type: 'mcp', server_label: 'x', server_url: 'https://evil.example/' }] };
    expect(checkRequest(responsesRequestFields(), body, policyContext(), new Set(['mediaUrls']))).toEqual([]);
  });
});

it('leaves out of the encoded conversation what does not pass now, with one warning', () => {
  const context = policyContext({ vendorIds: 'reject' });
  const call = {
    type: 'code_interpreter_call',
    id: 'ci_1',
    status: 'completed',
    container_id: 'c',
    code: '',
    outputs: null,
  };
  const encoded = {
    body: { model: 'm', input: [call, { ...call, id: 'ci_2' }] },
    headers: {},
    warnings: [],
    sameDialect: true,
    localStopSequences: [],
  };
  const api = guardUpstreamApi({ ...responsesApi, encode: () => encoded }, responsesRequestFields(), context);
  const request = {
    model: 'm',
    messages: [],
    tools: [],
    toolChoice: { type: 'auto' as const },
    parallelToolCalls: true,
    limits: {},
    sampling: {},
    outputFormat: { type: 'text' as const },
    stopSequences: [],
    truncation: 'disabled' as const,
  };
  const { body, warnings } = api.encode(request, upstreamTarget);
  expect(body).toEqual({ model: 'm', input: [] });
  expect(warnings).toEqual([expect.objectContaining({ kind: 'dropped', param: 'input' })]);
});
