// What a model of another make is shown of a web search that the client sends back.
import type { JsonObject } from '@org/engine/model/json';
import { responsesDialect } from '#src/responses.js';
import { decodeOptions } from './options.js';

function shown(action: JsonObject): unknown[] {
  const item = { type: 'web_search_call', id: 'ws_1', status: 'completed', action };
  const request = responsesDialect.parseRequest({ model: 'm', input: [{ role: 'user', content: 'q' }, item, { role: 'user', content: 'And?' }] });
  const { input, warnings } = responsesDialect.decodeRequest(request, decodeOptions());
  return [...input.flatMap(({ parts }) => parts.flatMap((part) => (part.type === 'opaque' ? [part.text] : []))), ...warnings.map(({ message }) => message)];
}

describe('a web search in the input', () => {
  it.each<[string, JsonObject]>([
    ['Searched the web for: tea', { type: 'search', query: 'tea' }],
    ['Searched the web for: tea; coffee', { type: 'search', queries: ['tea', 'coffee'] }],
    ['Searched the web for: tea; coffee', { type: 'search', query: 'tea', queries: ['tea', 'coffee'] }],
    ['Searched the web for: tea', { type: 'search', query: 'tea', queries: [] }],
    ['Opened the page https://a.example/', { type: 'open_page', url: 'https://a.example/' }],
    ['Opened a page.', { type: 'open_page', url: null }],
    ['Looked for "oolong" in the page https://a.example/', { type: 'find_in_page', pattern: 'oolong', url: 'https://a.example/' }],
  ])('is told as: %s', (words, action) => {
    expect(shown(action)).toEqual([words]);
  });
});
