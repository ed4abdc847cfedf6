// Whether an item that is sent again says anything that the one which is kept does not.
import type { JsonObject } from '@org/engine';
import { isSaidBy } from '#src/responses/rules/said-by.js';

const text = {
  type: 'output_text',
  text: 'Hello.',
  annotations: [{ type: 'url_citation', url: 'https://a.example' }],
  logprobs: [],
};
const answer: JsonObject = {
  id: 'msg_1',
  type: 'message',
  role: 'assistant',
  status: 'completed',
  phase: 'final_answer',
  content: [text],
};
const thought: JsonObject = {
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

describe('an item says nothing more', () => {
  it.each<[string, JsonObject, JsonObject]>([
    ['when it is the same', answer, answer],
    ['in another order', answer, Object.fromEntries(Object.entries(answer).toReversed())],
    [
      'without what is made with it',
      answer,
      { ...answer, status: 'in_progress', content: [{ type: 'output_text', text: 'Hello.' }] },
    ],
    [
      'with citations and log-probabilities of its own',
      answer,
      { ...answer, content: [{ ...text, annotations: [], logprobs: [{ token: 'H' }] }] },
    ],
    [
      'with nulls and empty lists for what is not there',
      answer,
      { ...answer, phase: null, created_by: null, tools: [] },
    ],
    [
      'without a member',
      answer,
      { id: 'msg_1', type: 'message', role: 'assistant', content: [{ type: 'output_text', text: 'Hello.' }] },
    ],
    ['with what an SDK parsed', answer, { ...answer, content: [{ ...text, parsed: { a: 1 } }] }],
    ['with what an SDK parsed of its arguments', call, { ...call, parsed_arguments: { a: 1 } }],
    ['with another seal of the same reasoning', thought, { ...thought, encrypted_content: 'b' }],
  ])('%s', (_, kept, sent) => {
    expect(isSaidBy(kept, sent)).toBe(true);
  });
});

describe('an item says something else', () => {
  it.each<[string, JsonObject, JsonObject]>([
    ['with another text', answer, { ...answer, content: [{ ...text, text: 'Hello' }] }],
    ['with one part more', answer, { ...answer, content: [text, text] }],
    ['with one part less', answer, { ...answer, content: [] }],
    ['of another role', answer, { ...answer, role: 'user' }],
    ['of another kind', answer, { ...call, id: 'msg_1' }],
    ['with a member more', answer, { ...answer, recipient: 'f' }],
    ['with other arguments', call, { ...call, arguments: '{"a":1}' }],
    ['with another summary', thought, { ...thought, summary: [{ type: 'summary_text', text: 'Ha.' }] }],
    ['with another seal of all that was said', compaction, { ...compaction, encrypted_content: 'b' }],
  ])('%s', (_, kept, sent) => {
    expect(isSaidBy(kept, sent)).toBe(false);
  });
});
