import { YieldTimer } from '#src/concurrency/yield-timer.js';

describe('YieldTimer', () => {
  it('lets the event loop run before it passes a value on, once the time slice is used up', async () => {
    let turns = 0;
    setImmediate(() => (turns += 1));
    const yieldTimer = new YieldTimer();
    expect(await yieldTimer.pass('early')).toBe('early');
    expect(turns).toBe(0);
    for (const start = performance.now(); performance.now() - start < 6;);
    expect(await yieldTimer.pass('late')).toBe('late');
    expect(turns).toBe(1);
  });
});
