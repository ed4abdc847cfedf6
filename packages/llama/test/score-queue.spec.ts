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
  it('are given out once, each with the piece in which its token begins, however both are cut', () => {
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
          // Parts of a character that never came stay behind.
          const lastTextIndex = texts.findLastIndex((text) => text !== '');
          expect(given).toEqual(texts.slice(0, lastTextIndex + 1).map((_, index) => String(index)));
        },
      ),
    );
  });

  it('are those of the text that is said and not of what is held back', () => {
    const queue = queueOf('4', ', ', '5', ', 6');
    expect(tokens(queue.of('4, '))).toEqual(['4', ', ']);
    expect(tokens(queue.of('5, 6'))).toEqual(['5', ', 6']);
  });

  it('are not those of white space that is left out before it', () => {
    expect(tokens(queueOf('\n', '\n', 'Yes', '.').of('Yes.'))).toEqual(['Yes', '.']);
    expect(tokens(queueOf('\n\nYes', '.').of('Yes.'))).toEqual(['\n\nYes', '.']);
  });

  it('are with the first piece of a token that is said in pieces', () => {
    const queue = queueOf('hello ST', 'OK');
    expect(tokens(queue.of('hello '))).toEqual(['hello ST']);
    expect(tokens(queue.of('STOK'))).toEqual(['OK']);
  });

  it('are gone with what is never said', () => {
    const queue = queueOf('</think>');
    queue.clear();
    expect(queue.of('Yes')).toEqual([]);
  });
});
