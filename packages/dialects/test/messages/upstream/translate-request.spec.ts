// What a client of the responses dialect sends is a request that an upstream of the messages dialect takes.
import type { JsonObject } from '@org/engine';
import { messagesDialect, messagesApi } from '#src/messages.js';
import { responsesDialect } from '#src/responses.js';
import { decodeOptions } from '../../responses/options.js';
import { target } from '../../upstream-target.js';

function sent(request: object): { body: JsonObject; warned: string[] } {
  const turn = responsesDialect.decodeRequest(responsesDialect.parseRequest({ model: 'm', store: false, ...request }), {
    ...decodeOptions(),
    native: 'messages',
  });
  const { body, warnings } = messagesApi.encode(turn.generation, target);
  const api = JSON.parse(JSON.stringify(body)) as JsonObject;
  // The rules that the upstream has.
  messagesDialect.decodeRequest(messagesDialect.parseRequest(api), { ...decodeOptions(), version: '2023-06-01' });
  return { body: api, warned: warnings.map(({ param }) => param) };
}

describe('a request of the responses dialect to a messages upstream', () => {
  it('lets the model think when an effort is asked for', () => {
    expect(sent({ input: 'q', reasoning: { effort: 'high' } }).body).toMatchObject({
      thinking: { type: 'adaptive', display: 'summarized' },
      output_config: { effort: 'high' },
    });
    expect(sent({ input: 'q', reasoning: { effort: 'none' } }).body).toMatchObject({ thinking: { type: 'disabled' } });
    expect(sent({ input: 'q' }).body).not.toHaveProperty('thinking');
  });

  it('does not request reasoning before a forced call, and warns', () => {
    const tools = [{ type: 'function', name: 'look', parameters: { type: 'object' } }];
    const { body, warned } = sent({ input: 'q', tools, tool_choice: 'required', reasoning: { effort: 'low' } });
    expect(body).not.toHaveProperty('thinking');
    expect(body).toMatchObject({ tool_choice: { type: 'any' }, output_config: { effort: 'low' } });
    expect(warned).toEqual(['reasoning']);
  });

  it('names the type of arguments that have no schema', () => {
    const tools = [
      { type: 'function', name: 'look', parameters: {} },
      { type: 'function', name: 'leap', parameters: { properties: { far: {} } } },
    ];
    const any = [{ type: 'function', name: 'look', parameters: { type: 'object', properties: { any: true } } }];
    expect(JSON.stringify(sent({ input: 'q', tools: any }).body['tools'])).toContain('"properties":{"any":{}}');
    expect(sent({ input: 'q', tools }).body['tools']).toMatchObject([
      { input_schema: { type: 'object', properties: {} } },
      { input_schema: { type: 'object', properties: { far: {} } } },
    ]);
  });

  it('leaves sampling to a reasoning upstream, and warns', () => {
    const { body, warned } = sent({ input: 'q', temperature: 0.2, top_p: 0.5, reasoning: { effort: 'low' } });
    expect(body).not.toHaveProperty('temperature');
    expect(body).not.toHaveProperty('top_p');
    expect(warned).toEqual(['temperature', 'top_p']);
    expect(sent({ input: 'q', temperature: 1, top_p: 0.97, reasoning: { effort: 'low' } })).toMatchObject({
      body: { top_p: 0.97 },
      warned: [],
    });
    expect(sent({ input: 'q', temperature: 0.2, top_p: 0.5 })).toMatchObject({
      body: { temperature: 0.2, top_p: 0.5 },
      warned: [],
    });
  });

  it('turns the last of a list of instructions into the user message', () => {
    const { body } = sent({ instructions: 'Be brief.', input: [{ role: 'developer', content: 'Say hello.' }] });
    expect(body).toMatchObject({
      system: [{ type: 'text', text: 'Be brief.' }],
      messages: [{ role: 'user', content: [{ type: 'text', text: 'Say hello.' }] }],
    });
  });

  it('adds a leading user message to a conversation that starts with an assistant message, and warns', () => {
    const { body, warned } = sent({
      input: [
        { role: 'developer', content: 'Be brief.' },
        { role: 'assistant', content: 'Hello.' },
        { role: 'user', content: 'q' },
      ],
    });
    expect(body['messages']).toMatchObject([
      { role: 'user' },
      { role: 'assistant' },
      { role: 'user', content: [{ text: 'q' }] },
    ]);
    expect(warned).toEqual(['messages']);
  });

  it('trims trailing white space of an assistant prefill, and preserves it everywhere else', () => {
    const prefill = { role: 'assistant', content: 'And then: \n' };
    expect(sent({ input: [{ role: 'user', content: 'q ' }, prefill] }).body['messages']).toMatchObject([
      { content: [{ text: 'q ' }] },
      { content: [{ text: 'And then:' }] },
    ]);
    expect(
      sent({ input: [{ role: 'user', content: 'q' }, prefill, { role: 'user', content: 'on' }] }).body['messages'],
    ).toMatchObject([{}, { content: [{ text: 'And then: \n' }] }, {}]);
    const twice = {
      role: 'assistant',
      content: [
        { type: 'output_text', text: 'one \n' },
        { type: 'output_text', text: ' two\t' },
      ],
    };
    expect(
      sent({ input: ['q', twice].map((item) => (typeof item === 'string' ? { role: 'user', content: item } : item)) })
        .body['messages'],
    ).toMatchObject([{}, { content: [{ text: 'one \n' }, { text: ' two' }] }]);
  });

  it('leaves out empty content', () => {
    const call = { type: 'function_call', call_id: 'call_1', name: 'look', arguments: '{}' };
    const { body } = sent({
      input: [
        {
          role: 'user',
          content: [
            { type: 'input_text', text: '' },
            { type: 'input_text', text: 'q' },
          ],
        },
        { role: 'assistant', content: '' },
        call,
        { type: 'function_call_output', call_id: 'call_1', output: [{ type: 'input_text', text: '' }] },
        { role: 'user', content: ' \n' },
      ],
    });
    expect(body['messages']).toMatchObject([
      { role: 'user', content: [{ type: 'text', text: 'q' }] },
      { role: 'assistant', content: [{ type: 'tool_use' }] },
      { role: 'user', content: [{ type: 'tool_result', content: [] }] },
    ]);
  });
});
