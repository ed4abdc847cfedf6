import { message } from '#src/testing/builders.js';
import { transcriptOf } from '#src/turn/context-edits/transcript.js';

describe('A transcript', () => {
  it('contains the roles and texts, without system text and reasoning', () => {
    const text = transcriptOf(
      [
        message('system', 'Rule.'),
        message('user', 'Hi', {
          type: 'media',
          media: 'document',
          source: { type: 'url', url: 'https://example.org' },
          filename: 'a.pdf',
        }),
        message('assistant', { type: 'reasoning', text: 'Hmm' }, 'Hello', {
          type: 'tool-call',
          callId: 'c',
          name: 'f',
          kind: 'function',
          argumentsText: '{"a":1.0}',
        }),
        message('tool', {
          type: 'tool-result',
          callId: 'c',
          kind: 'function',
          content: [{ type: 'text', text: 'ok' }],
        }),
        message('user', { type: 'opaque', dialect: 'responses', apiType: 'compaction', value: {}, text: 'Earlier' }),
      ],
      1000,
    );
    expect(text).toBe(
      'User: Hi\nUser: [document a.pdf]\nAssistant: Hello\nAssistant: calls f with {"a":1.0}\nTool: ok\nUser: Earlier',
    );
  });

  it('retains the end of a long conversation, in complete entries', () => {
    const messages = Array.from({ length: 100 }, (_, n) => message('user', `message ${n}`));
    const text = transcriptOf(messages, 40);
    expect(text).toBe('User: message 98\nUser: message 99');
  });

  it('truncates a long entry, and never inside a character', () => {
    const text = transcriptOf([message('user', 'x'.repeat(599) + '\u{1F600}'.repeat(9))], 8000);
    expect(text.isWellFormed()).toBe(true);
    expect(text.length).toBeLessThan(700);
    expect(text).toMatch(/ \[\.\.\.\]$/);
  });
});
