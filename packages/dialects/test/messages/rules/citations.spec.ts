import { citations } from '#src/messages/rules/citations.js';
import { checkRule } from '../requests.js';

const document = (enabled?: boolean): object => ({
  type: 'document',
  source: { type: 'text', media_type: 'text/plain', data: 'one' },
  ...(enabled !== undefined && { citations: { enabled } }),
});
const hit = (enabled: boolean): object => ({
  type: 'search_result',
  source: 'https://a.example',
  title: 'A',
  content: [{ type: 'text', text: 'one' }],
  citations: { enabled },
});
const user = (...content: object[]): object => ({ role: 'user', content });
const result = (...content: object[]): object => ({ type: 'tool_result', tool_use_id: 'a', content });
const paramOf = (...messages: object[]): string | undefined => checkRule(citations, { messages })?.param;
const format = { type: 'json_schema', schema: { type: 'object' } };

describe('citations of a request', () => {
  it('are enabled for all documents or for none', () => {
    expect(paramOf(user(document(true), document(true)))).toBeUndefined();
    expect(paramOf(user(document(false), document()))).toBeUndefined();
    expect(paramOf(user(document(true), document(false)))).toBe('messages.0.content.1.citations');
    expect(paramOf(user(document(), document(true)))).toBe('messages.0.content.1.citations');
  });

  it('are enabled for all documents of all messages and tool results', () => {
    expect(paramOf(user(document(true)), user(document()))).toBe('messages.1.content.0.citations');
    expect(paramOf(user(document(true)), user(result(document(false))))).toBe(
      'messages.1.content.0.content.0.citations',
    );
  });

  it('are enabled for search results independently of documents', () => {
    expect(paramOf(user(document(true), hit(false)))).toBeUndefined();
    expect(paramOf(user(hit(true), result(hit(false))))).toBe('messages.0.content.1.content.0.citations');
  });

  it.each([
    ['output_config.format', { output_config: { format } }],
    ['output_format', { output_format: format }],
  ])('exclude %s', (param, output) => {
    expect(checkRule(citations, { messages: [user(hit(true))], ...output })?.param).toBe(param);
    expect(checkRule(citations, { messages: [user(hit(false))], ...output })).toBeUndefined();
    expect(checkRule(citations, { messages: [user(document(true))], output_config: {} })).toBeUndefined();
  });
});
