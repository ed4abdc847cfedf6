import { execFileSync } from 'node:child_process';
import { createCurl } from '#src/chat/create-curl.js';
import { dialects } from '#src/chat/dialects/dialects.js';
import type { ChatSettings } from '#src/chat/dialects/dialect.js';
import { parseExtraFields } from '#src/chat/parse-extra-fields.js';
import { turnOf } from './kit/turn-of.js';

const settings: ChatSettings = {
  model: 'm',
  instructions: '',
  maxTokens: 64,
  effort: 'default',
  allowsTools: true,
  extra: {},
};
const text = { parts: [{ kind: 'text', text: 'Hello.' }] } as const;

describe('a request of the messages dialect', () => {
  const { createRequest } = dialects.messages;

  it('streams, and has the prompt and the limit', () => {
    expect(createRequest('Hi', [], settings)).toEqual({
      method: 'POST',
      path: '/v1/messages',
      headers: { 'anthropic-version': '2023-06-01' },
      body: { model: 'm', max_tokens: 64, messages: [{ role: 'user', content: 'Hi' }], stream: true },
    });
  });

  it('returns the blocks of earlier turns, with their signatures', () => {
    const content = [{ type: 'thinking', thinking: 'Hm.', signature: 's' }];
    const earlier = [turnOf({ status: 'completed', output: { ...text, content } })];
    expect(createRequest('More', earlier, settings).body?.['messages']).toEqual([
      { role: 'user', content: 'Hi' },
      { role: 'assistant', content },
      { role: 'user', content: 'More' },
    ]);
  });

  it('returns the text of a stopped turn and of another dialect, and omits a turn without text', () => {
    const earlier = [
      turnOf({ status: 'stopped', output: { ...text, content: [{ type: 'text', text: 'Hello.' }] } }),
      turnOf({ status: 'completed', dialect: 'responses', output: { ...text, content: [{ type: 'message' }] } }),
      turnOf({ status: 'failed' }),
    ];
    expect(createRequest('More', earlier, settings).body?.['messages']).toEqual([
      { role: 'user', content: 'Hi' },
      { role: 'assistant', content: 'Hello.' },
      { role: 'user', content: 'Hi' },
      { role: 'assistant', content: 'Hello.' },
      { role: 'user', content: 'More' },
    ]);
  });

  it.each([
    ['none', { thinking: { type: 'disabled' } }],
    ['low', { thinking: { type: 'adaptive' }, output_config: { effort: 'low' } }],
  ] as const)('asks for the effort %s', (effort, fields) => {
    expect(createRequest('Hi', [], { ...settings, effort }).body).toMatchObject(fields);
  });

  it('has the instructions and the fields of the user, but always streams', () => {
    const { body } = createRequest('Hi', [], {
      ...settings,
      instructions: 'Rhyme.',
      extra: { top_k: 1, stream: false },
    });
    expect(body).toMatchObject({ system: 'Rhyme.', top_k: 1, stream: true });
  });
});

describe('a request of the responses dialect', () => {
  const { createRequest } = dialects.responses;
  const completed = turnOf({ dialect: 'responses', status: 'completed', output: { ...text, id: 'resp_1' } });

  it('continues a stored response', () => {
    expect(createRequest('More', [completed], settings).body).toEqual({
      model: 'm',
      max_output_tokens: 64,
      previous_response_id: 'resp_1',
      input: 'More',
      stream: true,
    });
  });

  it.each([
    ['a turn of another dialect', turnOf({ status: 'completed', output: text })],
    ['a stopped turn', turnOf({ dialect: 'responses', status: 'stopped', output: text })],
  ])('sends the texts after %s', (_case, other) => {
    const { body } = createRequest('More', [other, completed], settings);
    expect(body).not.toHaveProperty('previous_response_id');
    expect(body?.['input']).toHaveLength(5);
  });
});

describe('the tools of a request', () => {
  it.each([
    ['messages', { type: 'none' }],
    ['responses', 'none'],
  ] as const)('are off in the %s dialect with tool_choice none', (dialect, choice) => {
    const { createRequest } = dialects[dialect];
    expect(createRequest('Hi', [], { ...settings, allowsTools: false }).body?.['tool_choice']).toEqual(choice);
    expect(createRequest('Hi', [], settings).body).not.toHaveProperty('tool_choice');
  });

  it('ask for the results of hosted tools, unless the user names `include`', () => {
    const { createRequest } = dialects.responses;
    const tools = [{ type: 'web_search' }, { type: 'function', name: 'f' }, { type: 'code_interpreter' }];
    expect(createRequest('Hi', [], { ...settings, extra: { tools } }).body?.['include']).toEqual([
      'web_search_call.action.sources',
      'code_interpreter_call.outputs',
    ]);
    expect(createRequest('Hi', [], { ...settings, extra: { tools, include: [] } }).body?.['include']).toEqual([]);
    expect(createRequest('Hi', [], settings).body).not.toHaveProperty('include');
  });
});

describe('the command of a request', () => {
  it('is one that a shell sends unchanged, and has no key', () => {
    const prompt = `It's "$HOME" \`id\` \\ and\na line`;
    const request = dialects.messages.createRequest(prompt, [], settings);
    const command = createCurl(request, 'http://127.0.0.1:8080');
    expect(command).toContain('"authorization: Bearer $API_KEY"');
    // A shell function of this name shows its arguments as the shell passes them.
    const shown = execFileSync('bash', ['-c', `curl() { printf '%s\\0' "$@"; }; API_KEY=k; ${command}`]).toString();
    const body = JSON.stringify(request.body);
    expect(shown.split('\0')).toEqual([
      '-N',
      'http://127.0.0.1:8080/v1/messages',
      '-H',
      'authorization: Bearer k',
      '-H',
      'content-type: application/json',
      '-H',
      'anthropic-version: 2023-06-01',
      '-d',
      body,
      '',
    ]);
  });
});

describe('more fields', () => {
  it.each([
    ['', { isValid: true, fields: {} }],
    [' { "a": 1 } ', { isValid: true, fields: { a: 1 } }],
    ['[1]', { isValid: false, reason: 'This is not a JSON object.' }],
    ['null', { isValid: false, reason: 'This is not a JSON object.' }],
  ])('reads %j', (written, result) => expect(parseExtraFields(written)).toEqual(result));

  it('reports why a text is no JSON', () => expect(parseExtraFields('{').isValid).toBe(false));
});
