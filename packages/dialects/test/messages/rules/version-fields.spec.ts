import { versionFields } from '#src/messages/rules/version-fields.js';
import { assistant, checkRule, user } from '../requests.js';

const version = '2026-10-21';
const citation = {
  type: 'char_location',
  cited_text: 'a',
  document_index: 0,
  document_title: null,
  start_char_index: 0,
  end_char_index: 1,
};
const withdrawn: readonly [string, object, string][] = [
  ['temperature', { temperature: 1 }, 'temperature'],
  ['top_p', { top_p: 1 }, 'top_p'],
  ['top_k', { top_k: 5 }, 'top_k'],
  [
    'a document of the assistant',
    {
      messages: [
        user('Hi'),
        assistant([{ type: 'document', source: { type: 'text', media_type: 'text/plain', data: 'a' } }]),
      ],
    },
    'messages.1.content.0',
  ],
  [
    'citations of the user',
    { messages: [user([{ type: 'text', text: 'a', citations: [citation] }])] },
    'messages.0.content.0.citations',
  ],
  [
    'citations in a search result',
    {
      messages: [
        user([
          {
            type: 'search_result',
            source: 's',
            title: 't',
            content: [{ type: 'text', text: 'a', citations: [citation] }],
          },
        ]),
      ],
    },
    'messages.0.content.0.content.0.citations',
  ],
];

describe.each(withdrawn)('%s', (_, fields, param) => {
  it('is rejected under 2026-10-21', () => expect(checkRule(versionFields, fields, { version })?.param).toBe(param));

  it.each([{}, { version: '2023-06-01' }])('is accepted otherwise: %j', (context) =>
    expect(checkRule(versionFields, fields, context)).toBeUndefined(),
  );
});

describe('empty citations', () => {
  it('are accepted in every version', () =>
    expect(
      checkRule(versionFields, { messages: [user([{ type: 'text', text: 'a', citations: [] }])] }, { version }),
    ).toBeUndefined());
});
