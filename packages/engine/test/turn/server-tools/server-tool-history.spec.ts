// Calls with approval in a conversation whose calls do not name the request that they fulfil.
import type { HostedToolResult } from '#src/model/hosted-tool.js';
import type { Message } from '#src/model/message.js';
import type { ServerCall, ServerToolRecord } from '#src/model/server-tool.js';
import { message } from '#src/testing/builders.js';
import { serverToolHistory } from '#src/turn/server-tools/server-tool-history.js';
import { expandServerCalls } from '#src/turn/server-tools/expand-server-calls.js';

const call = (callId: string, argumentsText = '{}'): ServerCall => ({
  callId,
  source: { type: 'mcp', server: 'docs' },
  name: 'erase',
  argumentsText,
});
const record = (serverTool: ServerToolRecord): Message =>
  message('assistant', { type: 'opaque', dialect: 'responses', apiType: serverTool.type, value: {}, serverTool });
const asked = (id: string, argumentsText?: string): Message =>
  record({ type: 'approval-request', call: call(id, argumentsText) });
const approval = (requestId: string): Message => record({ type: 'approval', requestId, approved: true });
const made = (id: string, argumentsText?: string): Message =>
  record({ type: 'call', call: call(id, argumentsText), outcome: { content: [] } });

describe('The history of calls with approval', () => {
  it('takes each call for the first request of the same that was consented to', () => {
    const conversation = [
      asked('a'),
      asked('b'),
      asked('other', '{"x":1}'),
      approval('b'),
      approval('a'),
      approval('other'),
      made('1'),
      made('2'),
    ];
    expect([...(serverToolHistory(conversation, [])?.executed ?? [])].sort()).toEqual(['a', 'b']);
  });

  it('takes a call that was never consented to for no request', () => {
    expect(serverToolHistory([asked('a'), made('1'), approval('a')], [])?.executed.size).toBe(0);
  });

  it('takes linear time, however many there are', () => {
    const ids = Array.from({ length: 6_000 }, (_, index) => String(index));
    const began = performance.now();
    const conversation = [
      ...ids.map((id) => asked(id, `{"x":${id}}`)),
      ...ids.map((id) => made(`made-${id}`, `{"y":${id}}`)),
      ...ids.map(approval),
    ];
    const history = serverToolHistory(conversation, conversation.slice(-ids.length));
    expect(history?.approved).toHaveLength(ids.length);
    expect(expandServerCalls(conversation, history).filter(({ role }) => role === 'tool')).toHaveLength(ids.length);
    expect(performance.now() - began).toBeLessThan(3_000);
  });
});

describe('The history of hosted tools', () => {
  const search = (callId: string): ServerCall => ({
    callId,
    source: { type: 'hosted', kind: 'web-search' },
    name: 'web_search',
    argumentsText: '{"query":"lakes"}',
  });
  const found: ServerToolRecord = { type: 'result', callId: 'a', outcome: { content: [{ type: 'text', text: 'x' }] } };
  const searched = (...ids: readonly string[]): Message => {
    const parts = ids.flatMap((id) => record({ type: 'call', call: search(id) }).parts);
    return message('assistant', ...parts);
  };

  it('has the calls with which the input ends, and omits them from the conversation until they are made', () => {
    const paused = [
      message('user', 'q'),
      { ...searched('a', 'b'), parts: [...searched('a', 'b').parts, ...record(found).parts] },
    ];
    const history = serverToolHistory(paused, paused);
    expect(history?.pending.map(({ callId }) => callId)).toEqual(['b']);
    expect(expandServerCalls(paused, history)).toMatchObject([
      { role: 'user' },
      { role: 'assistant', parts: [{ type: 'tool-call', callId: 'a' }] },
      { role: 'tool', parts: [{ type: 'tool-result', callId: 'a' }] },
    ]);
    const continued = [...paused, message('user', 'r')];
    expect(serverToolHistory(continued, continued)?.pending).toEqual([]);
  });

  it('has each call once, though a client sends it twice', () => {
    const twice = [message('user', 'q'), searched('a', 'b', 'a')];
    expect(serverToolHistory(twice, twice)?.pending.map(({ callId }) => callId)).toEqual(['a', 'b']);
    const answered = [...twice, record(found), searched('a'), message('user', 'r')];
    expect(expandServerCalls(answered, serverToolHistory(answered, []))).toMatchObject([
      { role: 'user' },
      { role: 'assistant', parts: [{ callId: 'a' }, { callId: 'b' }] },
      { role: 'tool', parts: [{ callId: 'a' }, { callId: 'b' }] },
      { role: 'user' },
    ]);
  });

  it('marks the results of hosted tools, without the bytes of files', () => {
    const page = { type: 'web-fetch', url: 'https://a.example/', retrievedAt: 0, citations: false } as const;
    const read = (base64: string): HostedToolResult => ({ ...page, document: { type: 'pdf', base64, pages: ['one'] } });
    const outcome = { content: [], hosted: read('JVBERg==') };
    const conversation = [searched('a', 'b'), record({ type: 'result', callId: 'a', outcome }), message('user', 'r')];
    const expanded = expandServerCalls(conversation, serverToolHistory(conversation, []));
    expect(expanded.flatMap(({ parts }) => parts.filter(({ type }) => type === 'tool-result'))).toMatchObject([
      { callId: 'a', hosted: read('') },
      { callId: 'b', hosted: { type: 'failed', code: 'unavailable' } },
    ]);
    expect(expandServerCalls([made('1')], serverToolHistory([made('1')], []))[1]?.parts[0]).not.toHaveProperty(
      'hosted',
    );
  });

  it('shows a result without its call as it is', () => {
    const conversation = [message('user', 'q'), record(found), message('user', 'r')];
    expect(expandServerCalls(conversation, serverToolHistory(conversation, []))).toEqual(conversation);
  });
});
