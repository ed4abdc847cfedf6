// Items of earlier responses as clients send them back that store nothing here: without ids, and without members that
// they did not receive.
import type { JsonObject } from '@org/engine';
import { responsesDialect } from '#src/responses.js';
import { encodeUpstreamRequest } from '#src/responses/upstream/encode-upstream-request.js';
import { target } from '../upstream-target.js';
import { decodeOptions } from './options.js';

const question = { role: 'user', content: 'q' };

const replayed: readonly (readonly [name: string, ...items: readonly JsonObject[]])[] = [
  ['a search of the web, of which nothing is known but that it was', { type: 'web_search_call', status: 'completed' }],
  ['a search of the web without a status', { type: 'web_search_call', action: { type: 'search', query: 'x' } }],
  ['a search of files', { type: 'file_search_call', status: 'completed', queries: ['x'] }],
  ['an image', { type: 'image_generation_call', status: 'completed', result: 'AAAA' }],
  [
    'a run of code',
    { type: 'code_interpreter_call', status: 'completed', container_id: 'c', code: 'x', outputs: null },
  ],
  ['a call of a server', { type: 'mcp_call', server_label: 's', name: 'n', arguments: '{}', output: 'o' }],
  ['the tools of a server', { type: 'mcp_list_tools', server_label: 's', tools: [] }],
  [
    'a command',
    {
      type: 'local_shell_call',
      call_id: 'c',
      status: 'completed',
      action: { type: 'exec', command: ['ls'], env: null },
    },
    { type: 'local_shell_call_output', call_id: 'c', output: 'x' },
  ],
];

describe('an item that is sent back without its id', () => {
  it.each(replayed)('is accepted, and forwarded unchanged to an upstream of this dialect: %s', (_, ...items) => {
    const input = [question, ...items, question];
    const request = responsesDialect.parseRequest({ model: 'm', store: false, input });
    const { generation } = responsesDialect.decodeRequest(request, { ...decodeOptions(), native: 'responses' });
    expect(encodeUpstreamRequest(generation, target).body['input']).toEqual(input);
  });

  it.each(replayed)('is also accepted for any other model: %s', (_, ...items) => {
    const request = responsesDialect.parseRequest({ model: 'm', store: false, input: [question, ...items, question] });
    expect(() => responsesDialect.decodeRequest(request, decodeOptions())).not.toThrow();
  });

  it('may be null, too', () => {
    expect(() =>
      responsesDialect.parseRequest({
        model: 'm',
        input: [{ type: 'web_search_call', id: null, status: null, action: null }],
      }),
    ).not.toThrow();
  });
});

describe('the program of a model and what it gave', () => {
  it('are described as text to a model of another dialect', () => {
    const input = [
      question,
      { type: 'program', id: 'p', call_id: 'c', code: '1 + 1', fingerprint: 'f' },
      { type: 'program_output', id: 'o', call_id: 'c', result: '2', status: 'completed' },
    ];
    const { generation } = responsesDialect.decodeRequest(
      responsesDialect.parseRequest({ model: 'm', input }),
      decodeOptions(),
    );
    const texts = generation.messages.flatMap(({ parts }) =>
      parts.flatMap((part) => (part.type === 'opaque' ? [part.text] : [])),
    );
    expect(texts).toEqual(['Ran a program:\n1 + 1', 'The program gave:\n2']);
  });
});
