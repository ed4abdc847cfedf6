import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { AdmissionQueue } from '#src/limits/admission-queue.js';

/** Blocks the event loop for the given time. */
const work = (ms: number): void => {
  for (const until = performance.now() + ms; performance.now() < until;);
};

/** Longer than a line takes for a loop that has time. */
const long = 50;

/** Maximum number of entries, of forty queued ones, that are served in one event loop turn. */
async function maxServedPerTick(serve: (finishedTurns: (done: void) => void) => void): Promise<number> {
  const queue = new AdmissionQueue();
  work(long);
  const finishedTurns: number[] = [];
  let turn = 0;
  for (let index = 0; index < 40; index += 1) queue.enter(() => serve(() => finishedTurns.push(turn)), index % 2 === 0);
  for (; finishedTurns.length < 40; turn += 1) await new Promise(setImmediate);
  return Math.max(...Array.from({ length: turn + 1 }, (_, at) => finishedTurns.filter((one) => one === at).length));
}

describe('the admission queue', () => {
  it('lets everybody straight on while the event loop has time', async () => {
    const queue = new AdmissionQueue();
    const waited: boolean[] = [];
    // Other programs may occupy the processor for longer than the pause.
    while (waited.length < 100 && !waited.includes(false)) {
      await pause(10);
      let waits = false;
      const entered = new Promise<void>((resolve) => queue.enter(() => resolve(void waited.push(waits)), true));
      waits = true;
      await entered;
    }
    expect(waited).toContain(false);
  });

  it('preserves the order of all waiting entries', async () => {
    const queue = new AdmissionQueue();
    work(long);
    const order: number[] = [];
    const enter = (name: number): Promise<void> =>
      new Promise((resolve) => queue.enter(() => resolve(void order.push(name)), name % 2 === 1));
    const first = [1, 2, 3].map(enter);
    await new Promise(setImmediate);
    await Promise.all([...first, ...[4, 5].map(enter)]);
    expect(order).toEqual([1, 2, 3, 4, 5]);
  });

  it('admits known entries directly until the turn has used its time', async () => {
    const queue = new AdmissionQueue();
    work(long);
    const on: number[] = [];
    queue.enter(() => on.push(1), false);
    queue.enter(() => on.push(2), false);
    expect(on).toEqual([1, 2]);
    work(long);
    const third = new Promise<void>((resolve) => queue.enter(() => resolve(void on.push(3)), false));
    expect(on).toEqual([1, 2]);
    await third;
    expect(on).toEqual([1, 2, 3]);
  });

  it('returns to its initial state once it is empty', async () => {
    const queue = new AdmissionQueue();
    const onAtOnce = (): boolean => {
      let on = false;
      queue.enter(() => (on = true), false);
      return on;
    };
    work(long);
    const waited = new Promise<void>((resolve) => queue.enter(resolve, true));
    expect(onAtOnce()).toBe(false);
    await waited;
    for (let turn = 0; turn < 3; turn += 1) await new Promise(setImmediate);
    expect(process.getActiveResourcesInfo()).not.toContain('Immediate');
    work(long);
    expect(onAtOnce()).toBe(true);
    await new Promise(setImmediate);
    work(long);
    expect(onAtOnce()).toBe(true);
  });

  it('uses a few milliseconds of a turn and leaves the rest to others', async () => {
    // An entry that takes longer than its time is not interrupted.
    expect(await maxServedPerTick((finishedTurns) => finishedTurns(work(4)))).toBeLessThanOrEqual(4);
  });

  it('admits several entries in a turn when that takes no time', async () => {
    expect(await maxServedPerTick((finishedTurns) => finishedTurns())).toBeGreaterThan(1);
  });

  it('counts what follows from going on', async () => {
    expect(
      await maxServedPerTick((finishedTurns) => process.nextTick(() => finishedTurns(work(4)))),
    ).toBeLessThanOrEqual(5);
  });

  it('admits no entry before the event loop has polled the connections again', async () => {
    const server = createServer().listen(0, '127.0.0.1');
    await once(server, 'listening');
    const client = connect((server.address() as AddressInfo).port, '127.0.0.1');
    const [socket] = (await once(server, 'connection')) as [Socket];
    socket.resume();
    // The end is in flight before the entry is queued, and has not been read yet.
    client.end();
    const queue = new AdmissionQueue();
    work(long);
    const before = socket.readableEnded;
    const seen = await new Promise<boolean>((resolve) => queue.enter(() => resolve(socket.readableEnded), true));
    client.destroy();
    server.close();
    expect([before, seen]).toEqual([false, true]);
  });
});
