import type { JsonObject } from '@org/engine';
import { withExactItems } from '#src/responses/with-exact-items.js';

const read = (text: string): JsonObject => withExactItems(JSON.parse(text) as JsonObject, text);

describe('numbers in events of an upstream', () => {
  it('preserves numbers of arguments, attributes and unknown members of an item as they were written', () => {
    const text =
      '{"type":"response.output_item.done","output_index":0,"item":{"type":"file_search_call","id":"fs_1","results":[{"attributes":{"id":1234567890123456789,"rate":20.0}}],"later":1e400}}';
    expect(JSON.stringify(read(text))).toBe(text);
  });

  it('preserves them in the items and unknown members of a complete response', () => {
    const text =
      '{"object":"response","status":"completed","output":[{"type":"tool_search_call","arguments":{"id":9223372036854775807}}],"later":{"id":-0.0}}';
    expect(JSON.stringify(read(text))).toBe(text);
    const ended = `{"type":"response.completed","response":${text}}`;
    expect(JSON.stringify(read(ended))).toBe(ended);
  });

  it('leaves the numbers that the service reads as plain numbers', () => {
    const text =
      '{"type":"response.completed","response":{"temperature":1.0,"usage":{"input_tokens":2e1},"output":[{"type":"message","content":[{"logprobs":[{"logprob":-0.10}]}]}]}}';
    expect(read(text)).toEqual(JSON.parse(text));
  });

  it('returns the same event where parsing loses no digits, and where it is a delta', () => {
    const event = { type: 'response.output_item.done', item: { type: 'function_call', arguments: '{"id":1}' } };
    expect(withExactItems(event, JSON.stringify(event))).toBe(event);
    const delta = { type: 'response.output_text.delta', delta: '1234567890123456789' };
    expect(withExactItems(delta, JSON.stringify(delta))).toBe(delta);
  });
});
