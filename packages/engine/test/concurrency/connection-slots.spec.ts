import { getEventListeners } from 'node:events';
import { EngineError } from '#src/errors/engine-error.js';
import { ConnectionSlots } from '#src/concurrency/connection-slots.js';

const never = new AbortController().signal;

/** Records the order of acquired slots, or the message of the error for those rejected. */
function enterAll(slots: ConnectionSlots): {
  readonly got: string[];
  enter(name: string, signal?: AbortSignal, timeout?: number): Promise<unknown>;
} {
  const got: string[] = [];
  return {
    got,
    enter: (name, signal = never, timeout = 0) =>
      slots.acquire(signal, timeout).then(
        () => got.push(name),
        (error: EngineError) => got.push(`${name}: ${error.code}`),
      ),
  };
}

/** Lets everything happen that can. */
const settled = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

describe('The slots of a connection pool', () => {
  it('admits as many connections as there are slots, and others in order as slots are released', async () => {
    const slots = new ConnectionSlots(2);
    const { got, enter } = enterAll(slots);
    for (const name of ['a', 'b', 'c', 'd']) void enter(name);
    await settled();
    expect(got).toEqual(['a', 'b']);
    expect(slots.take()).toBe(false);
    slots.release();
    await settled();
    expect(got).toEqual(['a', 'b', 'c']);
    slots.release();
    slots.release();
    await settled();
    expect([got, slots.take(), slots.take()]).toEqual([['a', 'b', 'c', 'd'], true, false]);
  });

  it('skips entries that left the queue', async () => {
    const slots = new ConnectionSlots(1);
    const { got, enter } = enterAll(slots);
    const [before, meanwhile] = [AbortSignal.abort(), new AbortController()];
    void enter('a');
    void enter('b', before);
    void enter('c', meanwhile.signal);
    void enter('d');
    meanwhile.abort();
    await settled();
    slots.release();
    await settled();
    expect(got).toEqual(['a', 'b: cancelled', 'c: cancelled', 'd']);
  });

  it('waits for the given time, and forever without one', async () => {
    const slots = new ConnectionSlots(0);
    const { got, enter } = enterAll(slots);
    void enter('patient');
    await enter('hasty', never, 1);
    expect(got).toEqual(['hasty: overloaded']);
    await expect(slots.acquire(never, 1)).rejects.toMatchObject({ retryAfter: 5 });
  });

  it('retains nothing of an admitted entry', async () => {
    const timers = (): number => process.getActiveResourcesInfo().filter((kind) => kind === 'Timeout').length;
    const slots = new ConnectionSlots(0);
    const { signal } = new AbortController();
    const before = timers();
    const got = slots.acquire(signal, 2 ** 30);
    expect([getEventListeners(signal, 'abort').length, timers()]).toEqual([1, before + 1]);
    slots.release();
    await got;
    expect([getEventListeners(signal, 'abort').length, timers()]).toEqual([0, before]);
  });

  it('admits no entry once the pool is closed', async () => {
    const slots = new ConnectionSlots(1);
    const { got, enter } = enterAll(slots);
    void enter('a');
    void enter('b');
    slots.close(new EngineError('upstream-failed', 'The pool is closed.'));
    slots.release();
    await settled();
    await enter('c');
    expect([got, slots.take()]).toEqual([['a', 'b: upstream-failed', 'c: upstream-failed'], false]);
  });
});
