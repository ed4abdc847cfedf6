import { OwnerSlots } from '#src/shared/owner-slots.js';

const never = new AbortController().signal;

describe('slots of owners', () => {
  let slots: OwnerSlots;
  let granted: string[];
  const ask = (owner: string, signal = never): Promise<void> =>
    slots.acquire(owner, signal).then(() => void granted.push(owner));
  beforeEach(() => {
    slots = new OwnerSlots(3);
    granted = [];
  });

  it('are never all of one owner, so that another does not wait', async () => {
    void ask('a');
    void ask('a');
    void ask('a');
    await ask('b');
    expect(granted).toEqual(['a', 'a', 'b']);
  });

  it('go to the owners that wait in turn', async () => {
    await Promise.all([ask('x'), ask('x'), ask('y')]);
    granted.length = 0;
    const waiting = [ask('a'), ask('a'), ask('a'), ask('b'), ask('b')];
    for (const holder of ['x', 'a', 'b', 'a', 'b']) {
      slots.release(holder);
      await Promise.resolve();
    }
    await Promise.all(waiting);
    expect(granted).toEqual(['a', 'b', 'a', 'b', 'a']);
  });

  it('go to no waiter that was aborted', async () => {
    await Promise.all([ask('x'), ask('x'), ask('y')]);
    const controller = new AbortController();
    const aborted = ask('a', controller.signal).catch((error: unknown) => error);
    const waiting = ask('b');
    controller.abort();
    expect(await aborted).toMatchObject({ code: 'cancelled' });
    slots.release('y');
    await waiting;
    await expect(ask('c', AbortSignal.abort())).rejects.toMatchObject({ code: 'cancelled' });
    expect(granted).toEqual(['x', 'x', 'y', 'b']);
  });

  it('are the only one of an owner where there is one', async () => {
    slots = new OwnerSlots(1);
    await ask('a');
    const second = ask('a');
    slots.release('a');
    await second;
    expect(granted).toEqual(['a', 'a']);
  });
});
