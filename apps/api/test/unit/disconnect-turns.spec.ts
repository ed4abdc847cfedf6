import { setImmediate as turn } from 'node:timers/promises';
import { DisconnectTurns } from '#src/http/connections/disconnect-turns.js';

/** Ends `count` requests, and returns the iteration of the event loop in which each one ended. */
async function turnsOf(count: number, work: () => void): Promise<readonly number[]> {
  const turns = new DisconnectTurns();
  const ended: number[] = [];
  let now = 0;
  for (let number = 0; number < count; number += 1)
    turns.add(() => {
      // The work continues when promises resolve.
      void Promise.resolve().then(work);
      ended.push(now);
    });
  for (; ended.length < count; now += 1) await turn();
  return ended;
}

describe('clients that disconnect at once', () => {
  it('end a few requests in each iteration of the event loop', async () => {
    const ended = await turnsOf(40, () => undefined);
    expect(ended).toHaveLength(40);
    expect(new Set(ended).size).toBeGreaterThanOrEqual(5);
  });

  it('end no further request in an iteration whose time slice is used up', async () => {
    const ended = await turnsOf(4, () => {
      for (const end = performance.now() + 6; performance.now() < end;);
    });
    expect(new Set(ended).size).toBe(4);
  });
});
