import { bytesOfEntry, ConversationCache, type ReadConversation } from '#src/shared/conversation-cache.js';

const conversation = (bytes: number): ReadConversation => ({ version: '1 0', items: [], last: 0, bytes });
const idsOf = (count: number): string[] => Array.from({ length: count }, (_, index) => `conv_${index}`);

describe('The conversations that were read', () => {
  it('never exceed their memory limit: the least recently used one is evicted first', () => {
    const cache = new ConversationCache(3 * (bytesOfEntry + 10));
    for (const id of ['a', 'b', 'c', 'a', 'd']) cache.set('ada', id, conversation(10));
    expect(['a', 'b', 'c', 'd'].filter((id) => cache.find('ada', id) !== undefined)).toEqual(['a', 'c', 'd']);
  });

  it('take memory also without items, however many clients start', () => {
    const cache = new ConversationCache(10 * bytesOfEntry);
    for (const id of idsOf(1000)) cache.set('ada', id, conversation(0));
    expect(idsOf(1000).filter((id) => cache.find('ada', id) !== undefined)).toEqual(idsOf(1000).slice(-10));
  });

  it('release their memory when they are evicted', () => {
    const cache = new ConversationCache(2 * bytesOfEntry);
    cache.set('ada', 'a', conversation(0));
    for (const id of idsOf(10)) {
      cache.set('ada', id, conversation(0));
      cache.evict('ada', id);
    }
    expect(cache.find('ada', 'a')).toBeDefined();
  });

  it('do not evict others for one that is too large', () => {
    const cache = new ConversationCache(2 * bytesOfEntry);
    cache.set('ada', 'a', conversation(0));
    cache.set('ada', 'huge', conversation(2 * bytesOfEntry));
    expect(['a', 'huge'].filter((id) => cache.find('ada', id) !== undefined)).toEqual(['a']);
  });
});
