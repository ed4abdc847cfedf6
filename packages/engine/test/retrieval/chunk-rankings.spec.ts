import * as fc from 'fast-check';
import { runNow } from '#src/concurrency/steps.js';
import { encodeLexicalIndex } from '#src/retrieval/lexical-index.js';
import { LexicalSearch } from '#src/retrieval/lexical-search.js';
import { encodeVectors, VectorSearch } from '#src/retrieval/vector-search.js';
import { wordsOf } from '#src/retrieval/words-of.js';

/** Ranks texts by a query, in segments of `size` texts. */
function rank(texts: readonly string[], query: string, size = 100, limit = 1_000) {
  const search = new LexicalSearch(query, limit);
  for (let from = 0; from < texts.length; from += size)
    runNow(search.add(from / size, runNow(encodeLexicalIndex(texts.slice(from, from + size)))));
  return runNow(search.finish()).map(({ segment, chunk, score }) => ({ text: segment * size + chunk, score }));
}

describe('Words of a text', () => {
  it.each([
    ['Überprüfung der STRASSE, Straße', ['uberprufung', 'der', 'strasse', 'strasse']],
    [
      'getUserName parseHTTPHeader2',
      ['getusername', 'get', 'user', 'name', 'parsehttpheader2', 'parse', 'http', 'header', '2'],
    ],
    ['user_name ERR-4711 1.5', ['user', 'name', 'err', '4711', '1', '5']],
    ['解約料は', ['解約', '約料', '料は']],
    ['ガ', ['ガ']],
    ['ｶﾞｽ', ['ガス']],
    ['GPU契約', ['gpu', '契約']],
    ['Ελληνικά ёлка', ['ελληνικα', 'елка']],
    ['"a" OR *(b)', ['a', 'or', 'b']],
    ['\u0000\ud800 \n', []],
  ])('%j are %j', (text, words) => {
    expect(wordsOf(text)).toEqual(words);
  });
});

describe('A lexical search', () => {
  const word = fc.constantFrom('pump', 'pumps', 'heat', 'heatpump', 'a', 'ä', '契約', '契約書', 'x1');
  const texts = fc.array(
    fc.array(word, { maxLength: 6 }).map((words) => words.join(' ')),
    { maxLength: 12 },
  );

  it('ranks the same chunks with the same scores, however they are divided into segments', () => {
    fc.assert(
      fc.property(texts, word, word, fc.integer({ min: 1, max: 5 }), (all, one, other, size) => {
        expect(rank(all, `${one} ${other}`, size)).toEqual(rank(all, `${one} ${other}`));
      }),
    );
  });

  it('finds every chunk that has a word of the query, and none that shares nothing with it', () => {
    fc.assert(
      fc.property(texts, word, (all, query) => {
        const found = new Set(rank(all, query).map(({ text }) => text));
        const indexes = all.map((_, index) => index);
        const having = indexes.filter((index) => all[index]?.split(' ').includes(query));
        const sharing = indexes.filter((index) => sharesLetters(all[index] ?? '', query));
        expect([...found].filter((index) => !sharing.includes(index))).toEqual([]);
        expect(having.filter((index) => !found.has(index))).toEqual([]);
      }),
    );
  });

  function sharesLetters(text: string, query: string): boolean {
    return [...query.normalize('NFD')].some((letter) => text.normalize('NFD').includes(letter));
  }

  it('gives a positive score for texts and queries of any characters', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 200 }), fc.string({ unit: 'binary' }), (text, query) => {
        expect(rank([text], query).every(({ score }) => score > 0)).toBe(true);
      }),
    );
  });

  it('ignores an index of another version', () => {
    const search = new LexicalSearch('pump', 9);
    runNow(search.add(0, new Uint8Array(16).fill(9)));
    runNow(search.add(1, runNow(encodeLexicalIndex(['pump']))));
    expect(runNow(search.finish())).toEqual([{ segment: 1, chunk: 0, score: expect.any(Number) }]);
  });
});

describe('A vector search', () => {
  const dimensions = 5;
  const vectors = fc.array(
    fc.array(fc.integer({ min: -4, max: 4 }), { minLength: dimensions, maxLength: dimensions }),
    { maxLength: 12 },
  );

  it('finds the chunks with the greatest products, equal ones in order', () => {
    const query = Float32Array.of(1, -2, 3, 0, 1);
    fc.assert(
      fc.property(vectors, fc.integer({ min: 1, max: 6 }), (list, limit) => {
        const search = new VectorSearch(query, limit);
        const bytes = Buffer.concat([Buffer.from('x'), encodeVectors(list.map((each) => Float32Array.from(each)))]);
        runNow(search.add(0, bytes.subarray(1)));
        const expected = list
          .map((vector, chunk) => ({
            segment: 0,
            chunk,
            score: vector.reduce((sum, value, index) => sum + value * (query[index] ?? 0), 0) + 0,
          }))
          .toSorted((one, other) => other.score - one.score)
          .slice(0, limit);
        expect(runNow(search.finish()).map((each) => ({ ...each, score: each.score + 0 }))).toEqual(expected);
      }),
    );
  });
});
