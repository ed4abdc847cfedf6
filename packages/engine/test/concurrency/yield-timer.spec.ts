import { YieldTimer } from '#src/concurrency/yield-timer.js';

describe('YieldTimer', () => {
  it('is due once the time slice is used up, and then lets the event loop run', async () => {
    let turns = 0;
    setImmediate(() => (turns += 1));
    const yieldTimer = new YieldTimer();
    expect(yieldTimer.due).toBe(false);
    for (const start = performance.now(); performance.now() - start < 6;);
    expect(yieldTimer.due).toBe(true);
    expect(turns).toBe(0);
    await yieldTimer.yieldToEventLoop();
    expect(turns).toBe(1);
    expect(yieldTimer.due).toBe(false);
  });
});
