// What a model of another dialect sees of items without a neutral meaning.
import type { JsonObject } from '@org/engine';
import { responsesDialect } from '#src/responses.js';
import { decodeOptions } from './options.js';

function shown(action: JsonObject): unknown[] {
  const item = { type: 'web_search_call', id: 'ws_1', status: 'completed', action };
  const request = responsesDialect.parseRequest({
    model: 'm',
    input: [{ role: 'user', content: 'q' }, item, { role: 'user', content: 'And?' }],
  });
  const { input, warnings } = responsesDialect.decodeRequest(request, decodeOptions());
  return [
    ...input.flatMap(({ parts }) => parts.flatMap((part) => (part.type === 'opaque' ? [part.text] : []))),
    ...warnings.map(({ message }) => message),
  ];
}

describe('a web search in the input', () => {
  it.each<[string, JsonObject]>([
    ['Searched the web for: tea', { type: 'search', query: 'tea' }],
    ['Searched the web for: tea; coffee', { type: 'search', queries: ['tea', 'coffee'] }],
    ['Searched the web for: tea; coffee', { type: 'search', query: 'tea', queries: ['tea', 'coffee'] }],
    ['Searched the web for: tea', { type: 'search', query: 'tea', queries: [] }],
    ['Opened the page https://a.example/', { type: 'open_page', url: 'https://a.example/' }],
    ['Opened a page.', { type: 'open_page', url: null }],
    [
      'Looked for "oolong" in the page https://a.example/',
      { type: 'find_in_page', pattern: 'oolong', url: 'https://a.example/' },
    ],
  ])('is described as: %s', (text, action) => {
    expect(shown(action)).toEqual([text]);
  });
});

describe("a message of another of the client's agents", () => {
  const message = (...content: readonly JsonObject[]): JsonObject => ({
    type: 'agent_message',
    id: 'amsg_1',
    author: '/root',
    recipient: '/root/counter',
    content,
  });
  const decode = (item: JsonObject): ReturnType<typeof responsesDialect.decodeRequest> =>
    responsesDialect.decodeRequest(
      responsesDialect.parseRequest({ model: 'm', input: [{ role: 'user', content: 'q' }, item] }),
      decodeOptions(),
    );

  it('is read by the model as a user message, with the text that a tool sent as encrypted content', () => {
    const { input, warnings } = decode(
      message(
        { type: 'input_text', text: 'New task:\n' },
        { type: 'encrypted_content', encrypted_content: 'Count the trees.' },
      ),
    );
    expect(input.at(-1)).toMatchObject({
      role: 'user',
      parts: [{ type: 'opaque', text: 'New task:\nCount the trees.' }],
    });
    expect(warnings).toEqual([]);
  });

  it('without content is not shown', () => {
    expect(decode(message()).input.at(-1)?.parts[0]).not.toHaveProperty('text');
  });
});
