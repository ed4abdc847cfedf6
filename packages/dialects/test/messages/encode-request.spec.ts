// Turns that another dialect decoded: the encoder sends everything that this API can express.
import type { GenerationRequest, Message, TurnRequest } from '@org/engine';
import { encodeTurn, errorOf } from './requests.js';

const textMessage = (role: Message['role'], text: string): Message => ({ role, parts: [{ type: 'text', text }] });

function other(input: readonly Message[], generation: Partial<GenerationRequest> = {}): TurnRequest {
  return {
    dialect: 'responses',
    generation: {
      model: 'm',
      messages: input,
      tools: [],
      toolChoice: { type: 'auto' },
      parallelToolCalls: true,
      limits: { maxOutputTokens: 4096 },
      sampling: {},
      outputFormat: { type: 'text' },
      stopSequences: [],
      truncation: 'disabled',
      ...generation,
    },
    instructions: [],
    input,
    state: { store: true },
    warnings: [],
  };
}

describe('a turn of another dialect', () => {
  it('moves its leading instructions to the system field and leaves later ones in position', () => {
    const turn = other([
      textMessage('developer', 'Be brief.'),
      textMessage('system', 'Be kind.'),
      textMessage('user', 'Hi'),
      textMessage('developer', 'Now'),
    ]);
    expect(encodeTurn(turn)).toEqual({
      model: 'm',
      max_tokens: 4096,
      system: [
        { type: 'text', text: 'Be brief.' },
        { type: 'text', text: 'Be kind.' },
      ],
      messages: [
        { role: 'user', content: [{ type: 'text', text: 'Hi' }] },
        { role: 'system', content: [{ type: 'text', text: 'Now' }] },
      ],
    });
  });

  it('sends calls of custom tools as objects with one string, and the results as a user', () => {
    const turn = other([
      textMessage('user', 'Hi'),
      {
        role: 'assistant',
        parts: [{ type: 'tool-call', callId: 'c', name: 'run', kind: 'custom', argumentsText: 'ls -l' }],
      },
      {
        role: 'tool',
        parts: [{ type: 'tool-result', callId: 'c', kind: 'custom', content: [{ type: 'text', text: 'ok' }] }],
      },
    ]);
    expect(encodeTurn(turn).messages.slice(1)).toEqual([
      { role: 'assistant', content: [{ type: 'tool_use', id: 'c', name: 'run', input: { input: 'ls -l' } }] },
      { role: 'user', content: [{ type: 'tool_result', tool_use_id: 'c', content: [{ type: 'text', text: 'ok' }] }] },
    ]);
  });

  it('offers a custom tool as one with a single string, its grammar described as text', () => {
    const turn = other([textMessage('user', 'Hi')], {
      tools: [
        {
          kind: 'custom',
          name: 'run',
          description: 'Runs.',
          format: { type: 'grammar', syntax: 'lark', definition: 'start: WORD' },
        },
        { kind: 'hosted', dialect: 'responses', apiType: 'web_search', value: { type: 'web_search' } },
      ],
    });
    expect(encodeTurn(turn).tools).toEqual([
      {
        name: 'run',
        description: 'Runs.\nThe input must match this lark grammar:\nstart: WORD',
        input_schema: { type: 'object', properties: { input: { type: 'string' } }, required: ['input'] },
      },
    ]);
  });

  it.each<[Partial<GenerationRequest>, object]>([
    [
      { reasoning: { enabled: true, effort: 'minimal' } },
      { thinking: { type: 'adaptive', display: 'summarized' }, output_config: { effort: 'low' } },
    ],
    [
      { reasoning: { enabled: true, budgetTokens: 2000 } },
      { thinking: { type: 'enabled', budget_tokens: 2000, display: 'summarized' } },
    ],
    [{ reasoning: { enabled: false } }, { thinking: { type: 'disabled' } }],
    [{ sampling: { temperature: 1.7, topP: 0.5, seed: 3 } }, { temperature: 1, top_p: 0.5 }],
    [
      { outputFormat: { type: 'json-schema', schema: { type: 'object' }, name: 'n', strict: true } },
      { output_config: { format: { type: 'json_schema', schema: { type: 'object' } } } },
    ],
    [
      { toolChoice: { type: 'required' }, parallelToolCalls: false },
      { tool_choice: { type: 'any', disable_parallel_tool_use: true } },
    ],
    [
      { stopSequences: ['END'], limits: { maxOutputTokens: 7 } },
      { stop_sequences: ['END'], max_tokens: 7 },
    ],
  ])('sends the settings that this API supports: %j', (generation, fields) =>
    expect(encodeTurn(other([textMessage('user', 'Hi')], generation))).toMatchObject(fields),
  );

  it.each([
    ['required', { tool_choice: { type: 'any' } }],
    ['auto', {}],
  ] as const)('offers only the tools among which there is a choice: %s', (mode, choice) => {
    const inputSchema = { type: 'object' };
    const turn = other([textMessage('user', 'Hi')], {
      tools: ['a', 'b'].map((name) => ({ kind: 'function', name, inputSchema })),
      toolChoice: { type: 'allowed', mode, tools: [{ name: 'b' }] },
    });
    expect(encodeTurn(turn)).toMatchObject({ tools: [{ name: 'b', input_schema: inputSchema }], ...choice });
  });

  it('leaves out what only the other dialect understands, and sends its text where there is any', () => {
    const turn = other([
      {
        role: 'user',
        parts: [
          { type: 'opaque', dialect: 'responses', apiType: 'a', value: { type: 'a' } },
          { type: 'opaque', dialect: 'responses', apiType: 'b', value: { type: 'b' }, text: 'readable' },
          { type: 'media', media: 'audio', source: { type: 'file', fileId: 'f' } },
          { type: 'text', text: 'Hi', extensions: { responses: { id: 'x' } } },
        ],
      },
    ]);
    expect(encodeTurn(turn).messages).toEqual([
      {
        role: 'user',
        content: [
          { type: 'text', text: 'readable' },
          { type: 'text', text: 'Hi' },
        ],
      },
    ]);
  });

  it('whose fields are outside the API’s ranges is rejected by name', () =>
    expect(
      errorOf(() => encodeTurn(other([textMessage('user', 'Hi')], { limits: { maxOutputTokens: 0 } }))).param,
    ).toBe('max_tokens'));
});
