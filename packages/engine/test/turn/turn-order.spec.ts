import { TurnOrder } from '#src/turn/turn-order.js';

const never = new AbortController().signal;

describe('The order of turns', () => {
  it('lets one in at a time, first come, first served, whatever the number and the order of the leaving', async () => {
    const order = new TurnOrder();
    const inside: number[] = [];
    let most = 0;
    let now = 0;
    await Promise.all(
      Array.from({ length: 20 }, async (_, n) => {
        const leave = await order.enter('a', never);
        most = Math.max(most, (now += 1));
        inside.push(n);
        for (let turns = 0; turns < n % 3; turns += 1) await Promise.resolve();
        now -= 1;
        leave();
      }),
    );
    expect(inside).toEqual(Array.from({ length: 20 }, (_, n) => n));
    expect(most).toBe(1);
    expect(order.size).toBe(0);
  });

  it('does not keep different keys apart', async () => {
    const order = new TurnOrder();
    const leaves = await Promise.all([order.enter('a', never), order.enter('b', never)]);
    expect(order.size).toBe(2);
    for (const leave of leaves) leave();
    expect(order.size).toBe(0);
  });

  it('lets in one, not two, when somebody leaves twice', async () => {
    const order = new TurnOrder();
    const first = await order.enter('a', never);
    const entered: string[] = [];
    const second = order.enter('a', never).then((leave) => (entered.push('second'), leave));
    const third = order.enter('a', never).then((leave) => (entered.push('third'), leave));
    first();
    first();
    const leaveSecond = await second;
    await Promise.resolve();
    expect(entered).toEqual(['second']);
    leaveSecond();
    (await third)();
    expect(order.size).toBe(0);
  });

  it('forgets who gave up', async () => {
    const order = new TurnOrder();
    const first = await order.enter('a', never);
    const giving = new AbortController();
    const second = order.enter('a', giving.signal);
    const third = order.enter('a', never);
    giving.abort();
    await expect(second).rejects.toMatchObject({ code: 'cancelled' });
    first();
    (await third)();
    await expect(order.enter('a', giving.signal)).rejects.toMatchObject({ code: 'cancelled' });
    expect(order.size).toBe(0);
  });
});
