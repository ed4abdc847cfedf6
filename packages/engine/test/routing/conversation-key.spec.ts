import * as fc from 'fast-check';
import type { Message } from '#src/model/message.js';
import { conversationKey } from '#src/routing/conversation-key.js';
import { hashText } from '#src/routing/hash-text.js';
import { buildRequest, message } from '#src/testing/builders.js';

const head = [message('system', 'You are terse.'), message('user', 'What is a monad?')];
const keyOf = (messages: readonly Message[], more: Parameters<typeof buildRequest>[1] = {}, owner = 'alice'): number =>
  conversationKey(buildRequest(messages, more), owner);

describe('the key of a conversation', () => {
  it('stays the same while the conversation grows', () => {
    const word = fc.string({ maxLength: 20 });
    fc.assert(
      fc.property(fc.array(fc.tuple(word, word), { maxLength: 6 }), (turns) => {
        const later = turns.flatMap(([reply, question]) => [message('assistant', reply), message('user', question)]);
        expect(keyOf([...head, ...later])).toBe(keyOf(head));
      }),
    );
  });

  it('differs by owner, model, instructions and first question', () => {
    const keys = [
      keyOf(head),
      keyOf(head, {}, 'bob'),
      keyOf(head, { model: 'other' }),
      keyOf([message('system', 'You are kind.'), ...head.slice(1)]),
      keyOf([...head.slice(0, 1), message('user', 'What is a functor?')]),
    ];
    expect(new Set(keys).size).toBe(keys.length);
  });

  it("is the client's own cache key where there is one", () => {
    expect(keyOf(head, { cacheKey: 'thread 7' })).toBe(
      keyOf([message('user', 'Something else')], { cacheKey: 'thread 7' }),
    );
    expect(keyOf(head, { cacheKey: 'thread 7' })).not.toBe(keyOf(head, { cacheKey: 'thread 8' }));
    expect(keyOf(head, { cacheKey: 'thread 7' })).not.toBe(keyOf(head, { cacheKey: 'thread 7' }, 'bob'));
  });

  it('costs the same for a long head as for a short one', () => {
    const long = 'x'.repeat(4096);
    expect(keyOf([message('user', `${long}${'y'.repeat(1_000_000)}`)])).toBe(keyOf([message('user', `${long}z`)]));
  });

  it('distinguishes images by their ends', () => {
    const image = (data: string): Message =>
      message('user', {
        type: 'media',
        media: 'image',
        source: { type: 'base64', mediaType: 'image/png', data: `${'iVBOR'.repeat(100)}${data}` },
      });
    expect(keyOf([image('one')])).not.toBe(keyOf([image('two')]));
  });
});

describe('the hash of a text', () => {
  it('is a safe integer, deterministic, and distributed over its full range', () => {
    const cells = new Array<number>(16).fill(0);
    for (let index = 0; index < 16_000; index += 1) {
      const hash = hashText(`conversation ${index}`);
      expect(Number.isSafeInteger(hash) && hash >= 0 && hash === hashText(`conversation ${index}`)).toBe(true);
      const cell = Math.floor((hash / 2 ** 53) * 16);
      cells[cell] = (cells[cell] ?? 0) + 1;
    }
    for (const count of cells) expect(Math.abs(count - 1000)).toBeLessThan(150);
  });

  it('takes every bit of the seed into account', () => {
    const hashes = Array.from({ length: 53 }, (_, bit) => hashText('a', 2 ** bit));
    expect(new Set([...hashes, hashText('a')]).size).toBe(54);
  });
});
