import { withInstructionsInResults } from '#src/model/instructions-in-results.js';
import type { ToolResultPart } from '#src/model/part.js';
import { message } from '#src/testing/builders.js';

const result = (callId: string): ToolResultPart => ({
  type: 'tool-result',
  callId,
  kind: 'function',
  content: [{ type: 'text', text: callId }],
});
const picture = { type: 'media', media: 'image', source: { type: 'url', url: 'https://pictures.test/a.png' } } as const;

describe('instructions after results', () => {
  it('become a part of the last result, each of them', () => {
    const merged = withInstructionsInResults([
      message('tool', result('a'), result('b')),
      message('system', 'x'),
      message('developer', 'y'),
      message('assistant', 'yes'),
    ]);
    const marked = ['x', 'y'].map((text) => ({ type: 'text', text: `<system>\n${text}\n</system>` }) as const);
    expect(merged).toEqual([
      message('tool', result('a'), { ...result('b'), content: [...result('b').content, ...marked] }),
      message('assistant', 'yes'),
    ]);
  });

  it('are omitted where they are empty', () => {
    expect(withInstructionsInResults([message('tool', result('a')), { role: 'system', parts: [] }])).toEqual([
      message('tool', result('a')),
    ]);
  });

  it.each([
    ['words of the user', [message('user', result('a'), { type: 'text', text: 'go on' }), message('system', 'x')]],
    ['a turn of the user', [message('tool', result('a')), message('user', 'go on'), message('system', 'x')]],
    ['a response', [message('tool', result('a')), message('assistant', 'yes'), message('system', 'x')]],
    [
      'one with a picture',
      [message('tool', result('a')), message('system', { type: 'text', text: 'x' }, picture), message('system', 'y')],
    ],
    ['nothing', [message('system', 'x')]],
  ])('retain their position after %s', (_, messages) => {
    expect(withInstructionsInResults(messages)).toEqual(messages);
  });
});
