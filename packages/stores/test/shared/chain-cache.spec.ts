import { turnOf } from '@org/engine/testing';
import { ChainCache, sizeOfTurn } from '#src/shared/chain-cache.js';

const chain = (id: string, size = 10) => ({ turns: [turnOf({ id })], size, bytes: size });
/** For three chains of ten characters. */
const capacityForThree = 3 * (sizeOfTurn + 10);

describe('The chains that were read', () => {
  it('are found by owner and id, at the same count of deletions only', () => {
    const cache = new ChainCache();
    cache.set('ada', 'a', 3, chain('a'));
    expect(cache.find('ada', 'a', 3)?.turns[0]?.id).toBe('a');
    expect(cache.find('ad', 'aa', 3)).toBeUndefined();
    expect(cache.find('bob', 'a', 3)).toBeUndefined();
    expect(cache.find('ada', 'a', 4)).toBeUndefined();
    expect(cache.find('ada', 'a', 3)).toBeUndefined(); // It is known by now that it may lack a turn.
  });

  it('never exceed their memory limit: the least recently used one is evicted first', () => {
    const cache = new ChainCache(capacityForThree);
    for (const id of ['a', 'b', 'c']) cache.set('ada', id, 0, chain(id));
    cache.find('ada', 'a', 0);
    cache.set('ada', 'd', 0, chain('d'));
    expect(['a', 'b', 'c', 'd'].filter((id) => cache.find('ada', id, 0) !== undefined)).toEqual(['a', 'c', 'd']);
  });

  it('do not evict others for one that is too large', () => {
    const cache = new ChainCache(capacityForThree);
    cache.set('ada', 'a', 0, chain('a'));
    cache.set('ada', 'huge', 0, chain('huge', 2 * sizeOfTurn + 31));
    expect(cache.find('ada', 'huge', 0)).toBeUndefined();
    expect(cache.find('ada', 'a', 0)).toBeDefined();
  });

  it('count the size of their turns even with little content, which bounds their number', () => {
    const cache = new ChainCache(10 * sizeOfTurn);
    const ids = Array.from({ length: 20 }, (_, n) => `t${n}`);
    for (const id of ids) cache.set('ada', id, 0, chain(id, 0));
    expect(ids.filter((id) => cache.find('ada', id, 0) !== undefined)).toEqual(ids.slice(10));
  });

  it('count once when they are cached again', () => {
    const cache = new ChainCache(capacityForThree);
    for (let n = 0; n < 10; n++) cache.set('ada', 'a', 0, chain('a'));
    cache.set('ada', 'b', 0, chain('b'));
    expect(cache.find('ada', 'a', 0)).toBeDefined();
  });

  it('retain the newest two of a continuing conversation', () => {
    const cache = new ChainCache();
    cache.set('ada', 'a', 0, chain('a'));
    for (const [previousId, id] of ['ab', 'bc', 'cd', 'ce'].map((pair) => [...pair]))
      cache.set('ada', id ?? '', 0, chain(id ?? ''), previousId);
    expect(['a', 'b', 'c', 'd', 'e'].filter((id) => cache.find('ada', id, 0) !== undefined)).toEqual(['c', 'd', 'e']);
  });
});
