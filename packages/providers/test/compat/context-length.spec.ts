import { type GenerationRequest, type Message, withoutOldestTurns } from '@org/engine';
import { buildRequest } from '@org/engine/testing';
import { ContextOverflow } from '#src/errors/context-overflow.js';
import type { SentPayload } from '#src/compat/attempt.js';
import { CapabilityCache } from '#src/compat/capability-cache.js';
import { CompatAttempts } from '#src/compat/compat-attempts.js';
import { sharedContextRules } from '#src/compat/rules/context-length.js';

const textMessage = (role: Message['role'], text: string): Message => ({ role, parts: [{ type: 'text', text }] });
const overflow = (prompt: number, limit: number): ContextOverflow => new ContextOverflow({ prompt, limit }, undefined);

function attemptsOf(request: GenerationRequest): CompatAttempts<object, SentPayload> {
  return new CompatAttempts(request, {
    owner: 'alice',
    target: {},
    rules: sharedContextRules,
    cache: new CapabilityCache(),
    encode: () => ({ body: {}, isPassthrough: false }),
  });
}

/** Counts how often it is serialized as JSON. */
function watched(message: Message, written: { count: number }): Message {
  return Object.defineProperty({ ...message }, 'toJSON', {
    value: () => {
      written.count += 1;
      return message;
    },
  });
}

describe('a conversation that exceeds the context', () => {
  const talk = Array.from({ length: 300 }, (_, turn) => [
    textMessage('user', `Question ${turn}?`),
    textMessage('assistant', 'x'.repeat(turn)),
  ]).flat();
  const messages = [textMessage('system', 'Be brief.'), ...talk];

  it('loses as many of its oldest turns as necessary, and at most a quarter of the others, so that its next turns start at the same point', () => {
    const attempts = attemptsOf(buildRequest(messages, { truncation: 'auto' }));
    expect(attempts.patch(overflow(4000, 1000))).toBe(true);
    const space = (JSON.stringify(messages).length * 0.75) / 4;
    const dropped = Number(/the (\d+) oldest/.exec(attempts.warnings[0]?.message ?? '')?.[1]);
    const lengthWithout = (turns: number): number => JSON.stringify(withoutOldestTurns(messages, turns)).length;
    expect(attempts.attempt.request.messages).toEqual(withoutOldestTurns(messages, dropped));
    const least =
      Array.from({ length: dropped }, (_, turns) => turns).findLast((turns) => lengthWithout(turns) > space * 0.98) ??
      0;
    expect([lengthWithout(dropped) <= space, dropped - least <= (300 - least) / 4]).toEqual([true, true]);
    const grown = attemptsOf(buildRequest([...messages, textMessage('user', 'x'.repeat(10))], { truncation: 'auto' }));
    expect(grown.patch(overflow(4000, 1000))).toBe(true);
    expect(grown.attempt.request.messages).toEqual([
      ...attempts.attempt.request.messages,
      textMessage('user', 'x'.repeat(10)),
    ]);
  });

  it('is read once for that, and not once for every turn', () => {
    const written = { count: 0 };
    const attempts = attemptsOf(
      buildRequest(
        messages.map((message) => watched(message, written)),
        { truncation: 'auto' },
      ),
    );
    expect(attempts.patch(overflow(100_000, 1000))).toBe(true);
    expect(written.count).toBeLessThanOrEqual(messages.length);
  });

  it('preserves its last turn', () => {
    const attempts = attemptsOf(buildRequest(messages, { truncation: 'auto' }));
    expect(attempts.patch(overflow(1_000_000, 10))).toBe(true);
    expect(attempts.attempt.request.messages).toEqual([messages[0], ...messages.slice(-2)]);
    expect(attempts.patch(overflow(1_000_000, 10))).toBe(false);
  });
});
