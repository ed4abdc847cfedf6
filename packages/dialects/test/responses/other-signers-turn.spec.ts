// A turn from another dialect has no passthrough fields of this one: its neutral fields alone make a request that
// decodes to the same turn.
import type { GenerationRequest, Message, TurnRequest } from '@org/engine';
import { responsesDialect } from '#src/responses.js';
import { decodeOptions, encodeTurn } from './options.js';

const instructions: Message[] = [{ role: 'system', parts: [{ type: 'text', text: 'Be brief.' }] }];
const input: Message[] = [
  {
    role: 'user',
    parts: [
      { type: 'text', text: 'Look:' },
      { type: 'media', media: 'image', source: { type: 'base64', mediaType: 'image/png', data: 'AAAA' } },
    ],
  },
  {
    role: 'assistant',
    parts: [
      { type: 'reasoning', text: 'A lake.' },
      { type: 'text', text: 'I look it up.' },
      {
        type: 'tool-call',
        callId: 'c1',
        name: 'depth',
        namespace: 'geo',
        kind: 'function',
        argumentsText: '{"of": "lake"}',
      },
      { type: 'tool-call', callId: 'c2', name: 'note', kind: 'custom', argumentsText: 'lake' },
    ],
  },
  {
    role: 'tool',
    parts: [
      { type: 'tool-result', callId: 'c1', kind: 'function', content: [{ type: 'text', text: '40 m' }] },
      { type: 'tool-result', callId: 'c2', kind: 'custom', content: [{ type: 'text', text: 'noted' }] },
    ],
  },
  { role: 'developer', parts: [{ type: 'text', text: 'Use metres.' }] },
];
const generation: GenerationRequest = {
  model: 'm',
  messages: [...instructions, ...input],
  tools: [
    { kind: 'function', name: 'depth', namespace: 'geo', inputSchema: { type: 'object' } },
    { kind: 'custom', name: 'note', format: { type: 'text' } },
  ],
  toolChoice: { type: 'allowed', mode: 'auto', tools: [{ name: 'depth' }, { name: 'note' }] },
  parallelToolCalls: false,
  limits: { maxOutputTokens: 9 },
  sampling: { temperature: 0.2, topLogprobs: 2 },
  reasoning: { enabled: true, effort: 'low' },
  outputFormat: { type: 'json-schema', schema: { type: 'object' }, name: 'answer' },
  stopSequences: [],
  truncation: 'auto',
  cacheKey: 'k',
};
const turn: TurnRequest = {
  dialect: 'responses',
  generation,
  instructions,
  input,
  state: { store: false, previousId: 'resp_1' },
  warnings: [],
};

function withoutPassthroughFields(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value, (key, member: unknown) => (key === 'extensions' ? undefined : member)));
}

describe('a turn without anything of this dialect', () => {
  it('reads back the same', () => {
    const request = encodeTurn(turn);
    // A turn that continues another has forms for the results that its text may cite.
    const { serverTools, ...read } = responsesDialect.decodeRequest(request, decodeOptions());
    expect(withoutPassthroughFields(read)).toEqual(turn);
    expect(serverTools).toBeDefined();
  });

  it('leaves out what only another dialect understands', () => {
    const block: Message = {
      role: 'assistant',
      parts: [{ type: 'opaque', dialect: 'messages', apiType: 'server_tool_use', value: { type: 'server_tool_use' } }],
    };
    const hosted = {
      kind: 'hosted',
      dialect: 'messages',
      apiType: 'bash_20250124',
      value: { type: 'bash_20250124' },
    } as const;
    const request = encodeTurn({
      ...turn,
      input: [...input, block],
      generation: { ...generation, tools: [...generation.tools, hosted] },
    });
    expect(request).toEqual(encodeTurn(turn));
  });
});
