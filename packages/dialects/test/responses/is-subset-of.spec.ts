// Whether a resent item has content that the stored one lacks.
import type { JsonObject } from '@org/engine';
import { isSubsetOf } from '#src/responses/rules/is-subset-of.js';

const text = {
  type: 'output_text',
  text: 'Hello.',
  annotations: [{ type: 'url_citation', url: 'https://a.example' }],
  logprobs: [],
};
const response: JsonObject = {
  id: 'msg_1',
  type: 'message',
  role: 'assistant',
  status: 'completed',
  phase: 'final_answer',
  content: [text],
};
const reasoningItem: JsonObject = {
  id: 'rs_1',
  type: 'reasoning',
  summary: [{ type: 'summary_text', text: 'Hm.' }],
  encrypted_content: 'a',
};
const compaction: JsonObject = { id: 'cmp_1', type: 'compaction', encrypted_content: 'a' };
const call: JsonObject = {
  id: 'fc_1',
  type: 'function_call',
  call_id: 'call_1',
  name: 'f',
  arguments: '{"a":1.0}',
  status: 'completed',
};

describe('an item adds nothing', () => {
  it.each<[string, JsonObject, JsonObject]>([
    ['when it is the same', response, response],
    ['in another order', response, Object.fromEntries(Object.entries(response).toReversed())],
    [
      'without what is made with it',
      response,
      { ...response, status: 'in_progress', content: [{ type: 'output_text', text: 'Hello.' }] },
    ],
    [
      'with citations and log-probabilities of its own',
      response,
      { ...response, content: [{ ...text, annotations: [], logprobs: [{ token: 'H' }] }] },
    ],
    [
      'with nulls and empty lists for what is not there',
      response,
      { ...response, phase: null, created_by: null, tools: [] },
    ],
    [
      'without a member',
      response,
      { id: 'msg_1', type: 'message', role: 'assistant', content: [{ type: 'output_text', text: 'Hello.' }] },
    ],
    ['with what an SDK parsed', response, { ...response, content: [{ ...text, parsed: { a: 1 } }] }],
    ['with what an SDK parsed of its arguments', call, { ...call, parsed_arguments: { a: 1 } }],
    ['with another signature of the same reasoning', reasoningItem, { ...reasoningItem, encrypted_content: 'b' }],
  ])('%s', (_, stored, sent) => {
    expect(isSubsetOf(stored, sent)).toBe(true);
  });
});

describe('an item differs', () => {
  it.each<[string, JsonObject, JsonObject]>([
    ['with another text', response, { ...response, content: [{ ...text, text: 'Hello' }] }],
    ['with one part more', response, { ...response, content: [text, text] }],
    ['with one part less', response, { ...response, content: [] }],
    ['of another role', response, { ...response, role: 'user' }],
    ['of another kind', response, { ...call, id: 'msg_1' }],
    ['with a member more', response, { ...response, recipient: 'f' }],
    ['with other arguments', call, { ...call, arguments: '{"a":1}' }],
    ['with another summary', reasoningItem, { ...reasoningItem, summary: [{ type: 'summary_text', text: 'Ha.' }] }],
    ['with another signature of the complete history', compaction, { ...compaction, encrypted_content: 'b' }],
  ])('%s', (_, stored, sent) => {
    expect(isSubsetOf(stored, sent)).toBe(false);
  });
});
