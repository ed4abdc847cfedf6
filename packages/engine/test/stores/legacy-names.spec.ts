import {
  decodeContent,
  decodeContentYielding,
  decodeDelivered,
  decodeHistory,
  historyIn,
} from '#src/stores/turn-content.js';

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
          toolChanges: [{ type: 'add', tool: { kind: 'hosted', name: 'web_search', wireType: 'web_search' } }],
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
          toolChanges: [{ type: 'add', tool: { kind: 'hosted', name: 'web_search', apiType: 'web_search' } }],
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

const legacyDelivered = { items: [], wire: { id: 'resp_1' } };
const delivered = { items: [], payload: { id: 'resp_1' } };

describe('a turn that a build before the renamed members stored', () => {
  const content = Buffer.from(`\n${JSON.stringify(legacyHistory)}\n${JSON.stringify(legacyDelivered)}\n`);

  it('is read from SQLite under the names of today', async () => {
    expect(decodeContent(content)).toEqual({ ...history, ...delivered });
    expect(await decodeContentYielding(content)).toEqual({ ...history, ...delivered });
    expect(historyIn(content).history).toEqual(history);
  });

  it('is read from PostgreSQL under the names of today', () => {
    expect(decodeHistory(JSON.stringify(legacyHistory))).toEqual(history);
    expect(decodeDelivered(JSON.stringify(legacyDelivered))).toEqual(delivered);
  });

  it('is left as it is where it holds the names of today', () => {
    expect(decodeHistory(JSON.stringify(history))).toEqual(history);
    expect(decodeDelivered(JSON.stringify(delivered))).toEqual(delivered);
  });
});
