import { type Message, withoutOldestTurns } from '@org/engine';
import { buildRequest } from '@org/engine/testing';
import { ContextOverflow } from '#src/errors/context-overflow.js';
import { FallbackRequest } from '#src/compat/fitting-request.js';

const textMessage = (role: Message['role'], text: string): Message => ({ role, parts: [{ type: 'text', text }] });
const overflow = (prompt: number, limit: number): ContextOverflow => new ContextOverflow({ prompt, limit }, undefined);

/** Says how often it was written as JSON. */
function watched(message: Message, written: { count: number }): Message {
  return Object.defineProperty({ ...message }, 'toJSON', {
    value: () => {
      written.count += 1;
      return message;
    },
  });
}

describe('a conversation that does not fit', () => {
  const talk = Array.from({ length: 300 }, (_, turn) => [
    textMessage('user', `Question ${turn}?`),
    textMessage('assistant', 'x'.repeat(turn)),
  ]).flat();
  const messages = [textMessage('system', 'Be brief.'), ...talk];

  it('loses as many of its oldest turns as it takes, and at most a quarter of the others, so that its next turns begin at the same place', () => {
    const fallbackRequest = new FallbackRequest(buildRequest(messages, { truncation: 'auto' }));
    expect(fallbackRequest.fallBack(overflow(4000, 1000))).toBe(true);
    const space = (JSON.stringify(messages).length * 0.75) / 4;
    const dropped = Number(/The (\d+) oldest/.exec(fallbackRequest.warnings[0]?.message ?? '')?.[1]);
    const lengthWithout = (turns: number): number => JSON.stringify(withoutOldestTurns(messages, turns)).length;
    expect(fallbackRequest.current.messages).toEqual(withoutOldestTurns(messages, dropped));
    const least =
      Array.from({ length: dropped }, (_, turns) => turns).findLast((turns) => lengthWithout(turns) > space * 0.98) ??
      0;
    expect([lengthWithout(dropped) <= space, dropped - least <= (300 - least) / 4]).toEqual([true, true]);
    const grown = new FallbackRequest(
      buildRequest([...messages, textMessage('user', 'x'.repeat(10))], { truncation: 'auto' }),
    );
    expect(grown.fallBack(overflow(4000, 1000))).toBe(true);
    expect(grown.current.messages).toEqual([...fallbackRequest.current.messages, textMessage('user', 'x'.repeat(10))]);
  });

  it('is read once for that, and not once for every turn', () => {
    const written = { count: 0 };
    const fallbackRequest = new FallbackRequest(
      buildRequest(
        messages.map((message) => watched(message, written)),
        { truncation: 'auto' },
      ),
    );
    expect(fallbackRequest.fallBack(overflow(100_000, 1000))).toBe(true);
    expect(written.count).toBeLessThanOrEqual(messages.length);
  });

  it('keeps its last turn', () => {
    const fallbackRequest = new FallbackRequest(buildRequest(messages, { truncation: 'auto' }));
    expect(fallbackRequest.fallBack(overflow(1_000_000, 10))).toBe(true);
    expect(fallbackRequest.current.messages).toEqual([messages[0], ...messages.slice(-2)]);
    expect(fallbackRequest.fallBack(overflow(1_000_000, 10))).toBe(false);
  });
});
