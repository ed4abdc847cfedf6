import { SurrogatePairJoiner } from '#src/transport/surrogate-pair-joiner.js';
import type { GenerationEvent, PartDelta } from '@org/engine';

function passed(...deltas: readonly PartDelta[]): readonly GenerationEvent[] {
  const events: GenerationEvent[] = [];
  const joiner = new SurrogatePairJoiner((event) => events.push(event));
  joiner.push({ type: 'part-start', index: 0, part: { type: 'text', text: '' } });
  for (const delta of deltas) joiner.push({ type: 'part-delta', index: 0, delta });
  joiner.push({ type: 'part-end', index: 0, part: { type: 'text', text: '' } });
  return events;
}

const textsOf = (events: readonly GenerationEvent[]): readonly string[] =>
  events.flatMap((event) => (event.type === 'part-delta' ? [event.delta.text] : []));
const text = (delta: string): PartDelta => ({ type: 'text', text: delta });

describe('the deltas of a response', () => {
  it.each<[string, readonly string[], readonly string[]]>([
    ['stay as they are where none ends in half of a character', ['a', '😀', 'b'], ['a', '😀', 'b']],
    ['have its halves together', ['a\ud83d', '\ude00b'], ['a', '😀b']],
    ['have its halves together where nothing else is in them', ['\ud83d', '\ude00'], ['😀']],
    ['have the halves of several together', ['\ud83d', '\ude00\ud83d', '\ude01'], ['😀', '😁']],
    ['contain half of one that the next chunk does not complete', ['a\ud83d', 'b'], ['a', '\ud83d', 'b']],
    ['keep half of one that nothing follows', ['a\ud83d'], ['a', '\ud83d']],
    ['keep a second half that had no first', ['\ude00b'], ['\ude00b']],
  ])('%s', (_, joiner, wanted) => {
    expect(textsOf(passed(...joiner.map(text)))).toEqual(wanted);
  });

  it('are those of arguments and reasoning, too', () => {
    for (const type of ['arguments', 'reasoning'] as const)
      expect(textsOf(passed({ type, text: '{"\ud83d' }, { type, text: '\ude00"}' }))).toEqual(['{"', '😀"}']);
  });

  it('preserve their metadata', () => {
    const logprobs = [{ token: '\ud83d', bytes: [], logprob: -1, top: [] }];
    expect(
      passed({ type: 'text', text: '\ud83d', logprobs }, { type: 'text', text: '\ude00', logprobs }),
    ).toMatchObject([{}, { delta: { text: '', logprobs } }, { delta: { text: '😀', logprobs } }, {}]);
    expect(
      passed({ type: 'reasoning', text: 'a\ud83d', raw: true }, { type: 'reasoning', text: '\n\n', divides: true }),
    ).toMatchObject([
      {},
      { delta: { text: 'a', raw: true } },
      { delta: { text: '\ud83d' } },
      { delta: { divides: true } },
      {},
    ]);
  });

  it('stay in their own parts when calls are interleaved', () => {
    const events: GenerationEvent[] = [];
    const joiner = new SurrogatePairJoiner((event) => events.push(event));
    const deltas = ([0, 1] as const).map(
      (index) =>
        ({ type: 'part-delta', index, delta: { type: 'arguments', text: ['\ud83d', '\ude00'][index] ?? '' } }) as const,
    );
    for (const event of deltas) joiner.push(event);
    expect(events).toEqual(deltas);
  });

  it('wait for no more than the end of their part', () => {
    expect(passed(text('a\ud83d')).map(({ type }) => type)).toEqual([
      'part-start',
      'part-delta',
      'part-delta',
      'part-end',
    ]);
  });
});
