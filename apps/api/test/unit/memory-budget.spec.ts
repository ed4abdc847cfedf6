import { setTimeout as sleep } from 'node:timers/promises';
import type { RequestContext } from '#src/request-context/request-context.js';
import { MemoryBudget } from '#src/limits/memory-budget.js';
import type { MemoryReservation } from '#src/limits/memory-reservation.js';

const mebibyte = 1_048_576;
const full = expect.objectContaining({ code: 'overloaded', retryAfter: 1 }) as Error;

/** 12 MiB in all: 5 for one owner, 2 for small reservations alone. */
function budget(maxQueueSeconds = 5): MemoryBudget {
  return new MemoryBudget({
    config: { limits: { maxMemoryBytes: 12 * mebibyte, maxQueueSeconds } },
    outcomes: { listen: () => undefined },
  });
}

/** Reserves mebibytes for an owner at once. */
function taken(from: MemoryBudget, owner: string, mebibytes: number): MemoryReservation {
  const reservation = from.reservation(owner);
  expect(reservation.grow(mebibytes * mebibyte)).toBeUndefined();
  return reservation;
}

/** Records in `order` when the reservation has its memory. */
function waits(from: MemoryBudget, owner: string, mebibytes: number, order: string[], name = owner): MemoryReservation {
  const reservation = from.reservation(owner);
  const waiting = reservation.grow(mebibytes * mebibyte);
  expect(waiting).toBeInstanceOf(Promise);
  void waiting?.then(
    () => order.push(name),
    () => order.push(`${name} rejected`),
  );
  return reservation;
}

describe('The MemoryBudget', () => {
  it('gives one owner five twelfths, and others the rest', async () => {
    const memory = budget(0);
    taken(memory, 'ada', 5);
    await expect(memory.reservation('ada').grow(1)).rejects.toThrow(full);
    taken(memory, 'bob', 5);
    expect(memory.usedBytes).toBe(10 * mebibyte);
  });

  it('leaves a sixth to small reservations', async () => {
    const memory = budget(0);
    taken(memory, 'ada', 5);
    taken(memory, 'bob', 5);
    await expect(memory.reservation('eve').grow(1.5 * mebibyte)).rejects.toThrow(full);
    taken(memory, 'eve', 1);
  });

  it('gives memory back when a reservation shrinks or is released', () => {
    const memory = budget();
    const ada = taken(memory, 'ada', 5);
    ada.shrink(2 * mebibyte);
    taken(memory, 'ada', 3);
    ada.release();
    taken(memory, 'ada', 2);
    expect(memory.usedBytes).toBe(5 * mebibyte);
  });

  it('lets owners wait in turn, each in order', async () => {
    const memory = budget();
    const order: string[] = [];
    const [ada, bob] = [taken(memory, 'ada', 5), taken(memory, 'bob', 5)];
    const waiting = [
      waits(memory, 'eve', 5, order, 'eve 1'),
      waits(memory, 'eve', 5, order, 'eve 2'),
      waits(memory, 'fay', 5, order, 'fay 1'),
    ];
    ada.release();
    await sleep(0);
    expect(order).toEqual(['eve 1']);
    bob.release();
    await sleep(0);
    expect(order).toEqual(['eve 1', 'fay 1']);
    waiting[0]?.release();
    await sleep(0);
    expect(order).toEqual(['eve 1', 'fay 1', 'eve 2']);
    expect(memory.waiting).toBe(0);
  });

  it('serves other owners while one waits for its own share', async () => {
    const memory = budget();
    const order: string[] = [];
    taken(memory, 'ada', 4);
    const waiting = waits(memory, 'ada', 3, order);
    taken(memory, 'bob', 5);
    waiting.release();
    await sleep(0);
    expect(order).toEqual(['ada rejected']);
    expect(memory.waiting).toBe(0);
  });

  it('lets no newcomer overtake a larger reservation that waits', async () => {
    const memory = budget();
    const order: string[] = [];
    const ada = taken(memory, 'ada', 4);
    taken(memory, 'bob', 4);
    waits(memory, 'eve', 5, order);
    waits(memory, 'fay', 2, order);
    ada.release();
    await sleep(0);
    expect(order).toEqual(['eve']);
  });

  it('rejects a reservation after maxQueueSeconds', async () => {
    const memory = budget(0.02);
    taken(memory, 'ada', 5);
    await expect(memory.reservation('ada').grow(mebibyte)).rejects.toThrow(full);
    expect(memory.waiting).toBe(0);
  });

  it('rejects at once what exceeds the share of an owner', async () => {
    await expect(
      budget(60)
        .reservation('ada')
        .grow(6 * mebibyte),
    ).rejects.toThrow(full);
  });

  it('ends the wait of a request that is aborted', async () => {
    const memory = budget();
    taken(memory, 'ada', 5);
    const abort = new AbortController();
    const waiting = memory.reservation('ada').grow(mebibyte, abort.signal);
    abort.abort(new Error('gone'));
    await expect(waiting).rejects.toThrow('gone');
    expect(memory.waiting).toBe(0);
    expect(memory.usedBytes).toBe(5 * mebibyte);
  });

  it('counts what exists already beyond its limits', () => {
    const memory = budget();
    memory.reservation('ada').count(20 * mebibyte);
    expect(memory.usedBytes).toBe(20 * mebibyte);
  });

  it('throws for a request that has ended', () => {
    const signal = AbortSignal.abort(new Error('gone'));
    const ended = { principal: { owner: 'ada' }, signal } as unknown as RequestContext;
    expect(() => budget().reserve(ended, mebibyte)).toThrow('gone');
  });

  it('lets a received body with many values wait before new work, and gives back what the body does not use', async () => {
    const memory = budget();
    const order: string[] = [];
    const ada = taken(memory, 'ada', 3);
    const body = taken(memory, 'ada', 2);
    waits(memory, 'ada', 2, order, 'new');
    const expanding = body.expand(4 * mebibyte, mebibyte);
    void expanding?.then(() => order.push('body'));
    expect(memory.usedBytes).toBe(4 * mebibyte);
    await sleep(0);
    // New work would fit, and bodies would wait for the memory of ever more other bodies.
    expect(order).toEqual([]);
    ada.release();
    await sleep(0);
    expect(order).toEqual(['body']);
    expect(memory.usedBytes).toBe(4 * mebibyte);
    body.release();
    await sleep(0);
    expect(order).toEqual(['body', 'new']);
  });

  it('lets work that runs take more memory although new work and received bodies of its owner wait', async () => {
    const memory = budget();
    const order: string[] = [];
    const running = taken(memory, 'ada', 3);
    const body = taken(memory, 'ada', 1);
    void body.expand(4 * mebibyte, mebibyte)?.then(() => order.push('body'));
    waits(memory, 'ada', 3, order, 'new');
    expect(running.add(mebibyte)).toBeUndefined();
    running.release();
    await sleep(0);
    expect(order).toEqual(['body']);
  });
});
