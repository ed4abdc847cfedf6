import * as fc from 'fast-check';
import { ScoreQueue } from '#src/worker/generation/score-queue.js';
import type { TokenLogprob } from '@org/engine';

const score = (token: string): TokenLogprob => ({ token, bytes: [], logprob: -1, top: [] });
const queueOf = (...texts: readonly string[]): ScoreQueue => {
  const queue = new ScoreQueue();
  for (const text of texts) queue.push(score(text), text);
  return queue;
};
const tokens = (scores: readonly TokenLogprob[]): string[] => scores.map(({ token }) => token);

describe('the scores of a text', () => {
  it('are emitted once, with the delta in which their token starts, for every chunking of both', () => {
    fc.assert(
      fc.property(
        fc.array(fc.string({ maxLength: 4 }), { minLength: 1, maxLength: 12 }),
        fc.infiniteStream(fc.nat(5)),
        (texts, lengths) => {
          const complete = texts.join('');
          const queue = new ScoreQueue();
          for (const [index, text] of texts.entries()) queue.push(score(String(index)), text);
          const given: string[] = [];
          let offset = 0;
          while (offset < complete.length) {
            const chunk = complete.slice(offset, offset + 1 + (lengths.next().value ?? 0));
            given.push(...tokens(queue.of(chunk)));
            offset += chunk.length;
          }
          // Incomplete characters at the end remain in the queue.
          const lastTextIndex = texts.findLastIndex((text) => text !== '');
          expect(given).toEqual(texts.slice(0, lastTextIndex + 1).map((_, index) => String(index)));
        },
      ),
    );
  });

  it('belong to the emitted text and not to the buffered text', () => {
    const queue = queueOf('4', ', ', '5', ', 6');
    expect(tokens(queue.of('4, '))).toEqual(['4', ', ']);
    expect(tokens(queue.of('5, 6'))).toEqual(['5', ', 6']);
  });

  it('exclude white space that is dropped before the text', () => {
    expect(tokens(queueOf('\n', '\n', 'Yes', '.').of('Yes.'))).toEqual(['Yes', '.']);
    expect(tokens(queueOf('\n\nYes', '.').of('Yes.'))).toEqual(['\n\nYes', '.']);
  });

  it('are part of the first delta of a token that is emitted in several', () => {
    const queue = queueOf('hello ST', 'OK');
    expect(tokens(queue.of('hello '))).toEqual(['hello ST']);
    expect(tokens(queue.of('STOK'))).toEqual(['OK']);
  });

  it('are dropped with text that is never emitted', () => {
    const queue = queueOf('</think>');
    queue.clear();
    expect(queue.of('Yes')).toEqual([]);
  });
});
