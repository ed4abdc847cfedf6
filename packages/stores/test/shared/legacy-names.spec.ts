import { runYielding } from '@org/engine';
import { runNow } from '@org/engine/storage';
import {
  contentItemsAt,
  decodeContent,
  decodeDelivered,
  decodeHistory,
  encodeContent,
  encodeHistory,
  historyIn,
  inputItemsOf,
} from '#src/shared/turn-content.js';

const legacyHistory = {
  input: [
    {
      role: 'assistant',
      parts: [
        { type: 'reasoning', text: 'Hm.', seal: { issuer: 'local', form: 'signature', data: 'abc' } },
        { type: 'reasoning', text: 'So.', saidBy: 'vllm' },
        {
          type: 'opaque',
          dialect: 'responses',
          wireType: 'web_search_call',
          toolChanges: [
            {
              type: 'add',
              tool: {
                kind: 'hosted',
                name: 'web_search',
                wireType: 'web_search',
                extensions: { responses: { wire: { n: 1 } } },
              },
            },
          ],
          extensions: { responses: { beside: true, served: true, whole: { a: 1 }, item: { seal: 'stays', wire: 2 } } },
        },
        { type: 'tool-call', name: 'f', kind: 'function', callId: 'c', argumentsText: '{"saidBy":1}' },
      ],
    },
  ],
  output: [],
};

const history = {
  input: [
    {
      role: 'assistant',
      parts: [
        { type: 'reasoning', text: 'Hm.', signature: { signer: 'local', form: 'signature', data: 'abc' } },
        { type: 'reasoning', text: 'So.', author: 'vllm' },
        {
          type: 'opaque',
          dialect: 'responses',
          apiType: 'web_search_call',
          toolChanges: [
            {
              type: 'add',
              tool: {
                kind: 'hosted',
                name: 'web_search',
                apiType: 'web_search',
                extensions: { responses: { payload: { n: 1 } } },
              },
            },
          ],
          extensions: {
            responses: {
              keepsEarlier: true,
              isServiceMade: true,
              original: { a: 1 },
              item: { seal: 'stays', wire: 2 },
            },
          },
        },
        { type: 'tool-call', name: 'f', kind: 'function', callId: 'c', argumentsText: '{"saidBy":1}' },
      ],
    },
  ],
  output: [],
};

const items = [
  { id: 'msg_1', side: 'input', value: { type: 'message', whole: 'stays' } },
  { id: 'msg_2', side: 'output', value: { type: 'message', wire: 'stays' } },
] as const;
const legacyDelivered = { items, wire: { id: 'resp_1' } };
const delivered = { items, payload: { id: 'resp_1' } };
const utf8 = (value: unknown): Buffer => Buffer.from(JSON.stringify(value));

describe('a turn that a build before the renamed members stored', () => {
  const content = Buffer.from(`\n${JSON.stringify(legacyHistory)}\n${JSON.stringify(legacyDelivered)}\n`);

  it('is read from SQLite under the names of today', async () => {
    expect(runNow(decodeContent(content))).toEqual({ ...history, ...delivered });
    expect(await runYielding(decodeContent(content))).toEqual({ ...history, ...delivered });
    expect(runNow(historyIn(content)).history).toEqual(history);
    expect((await inputItemsOf(content, { order: 'asc', limit: 2 })).entries).toEqual([items[0]]);
    expect([...(await contentItemsAt(content, new Set([1])))]).toEqual([[1, items[1]]]);
  });

  it('is read from SQLite under the names of today where history and delivered stand without sizes', async () => {
    const earlier = Buffer.from(`${JSON.stringify(legacyHistory)}\n${JSON.stringify(legacyDelivered)}`);
    expect(runNow(decodeContent(earlier))).toEqual({ ...history, ...delivered });
    expect(runNow(historyIn(earlier)).history).toEqual(history);
    expect((await inputItemsOf(earlier, { order: 'asc', limit: 2 })).entries).toEqual([items[0]]);
    expect((await contentItemsAt(earlier, new Set([1]))).get(1)).toEqual(items[1]);
  });

  it('is read from PostgreSQL under the names of today', () => {
    expect(runNow(decodeHistory(utf8(legacyHistory)))).toEqual(history);
    expect(runNow(decodeDelivered(utf8(legacyDelivered)))).toEqual(delivered);
  });

  it('retains a member of that name that the current build stored', () => {
    const stored = { input: [{ role: 'user', parts: [{ type: 'text', text: 'Hi', seal: 'x' }] }], output: [] };
    expect(runNow(decodeHistory(runNow(encodeHistory(stored as never))))).toEqual(stored);
    const written = runNow(encodeContent({ ...stored, ...delivered } as never));
    expect(runNow(decodeContent(Buffer.from(written)))).toEqual({ ...stored, ...delivered });
  });
});
