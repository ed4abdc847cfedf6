import { setTimeout as pause } from 'node:timers/promises';

import { ModelMemory, type MemoryRules } from '#src/memory/model-memory.js';

import { FakeResidentModel } from './fake-resident-model.js';

const signal = new AbortController().signal;

function memoryWith(rules: MemoryRules, ...residentModels: readonly FakeResidentModel[]) {
  const memory = new ModelMemory(rules);
  return { memory, tenancies: residentModels.map((residentModel) => memory.join(residentModel)) };
}

async function until(condition: () => boolean): Promise<void> {
  for (const start = performance.now(); !condition(); await pause(2))
    if (performance.now() - start > 10_000) throw new Error('It did not happen in time.');
}

const prompt = { prompt: true };

describe('a model that needs room', () => {
  it('takes that of the least recently used idle one', async () => {
    const residentModels = ['a', 'b', 'c'].map((name) => new FakeResidentModel(name, 40, prompt));
    const { tenancies, memory } = memoryWith({ limit: 100 }, ...residentModels);
    for (const index of [0, 1, 0, 2]) (await tenancies[index]?.use(signal))?.();
    expect(memory.status().map(({ name, state, loads }) => ({ name, state, loads }))).toEqual([
      { name: 'a', state: 'loaded', loads: 1 },
      { name: 'b', state: 'unloaded', loads: 1 },
      { name: 'c', state: 'loaded', loads: 1 },
    ]);
  });

  it('waits for those that work, and whoever wants one of them waits behind it', async () => {
    const [a, b] = [new FakeResidentModel('a', 60, prompt), new FakeResidentModel('b', 60, prompt)];
    const { tenancies, memory } = memoryWith({ limit: 100 }, a, b);
    const order: string[] = [];
    const endFirst = await tenancies[0]?.use(signal);
    const second = tenancies[1]?.use(signal).then((end) => {
      order.push('b');
      end();
    });
    const third = tenancies[0]?.use(signal).then((end) => {
      order.push('a');
      end();
    });
    await pause(5);
    expect(memory.status().map(({ users, waiting }) => ({ users, waiting }))).toEqual([
      { users: 1, waiting: 1 },
      { users: 0, waiting: 1 },
    ]);
    endFirst?.();
    await Promise.all([second, third]);
    expect(order).toEqual(['b', 'a']);
  });

  it('leaves alone who works with a model that is not in its way', async () => {
    const c = new FakeResidentModel('c', 20, prompt);
    const { tenancies } = memoryWith(
      { limit: 100 },
      new FakeResidentModel('a', 60, prompt),
      new FakeResidentModel('b', 70, prompt),
      c,
    );
    const ends = [await tenancies[0]?.use(signal), await tenancies[2]?.use(signal)];
    const blocked = tenancies[1]?.use(signal);
    ends.push(await tenancies[2]?.use(signal));
    for (const end of ends) end?.();
    (await blocked)?.();
    expect(c.asked).toEqual(['load']);
  });

  it('is refused when nobody makes room in time, with a hint when to come back', async () => {
    const { tenancies } = memoryWith(
      { limit: 100, waitMs: 20 },
      new FakeResidentModel('a', 60, prompt),
      new FakeResidentModel('b', 60, prompt),
    );
    const end = await tenancies[0]?.use(signal);
    const error: unknown = await tenancies[1]?.use(signal).catch((thrown: unknown) => thrown);
    expect(error).toMatchObject({ code: 'overloaded', message: expect.stringContaining('other models are busy') });
    expect(error).toHaveProperty('retryAfter', expect.any(Number));
    end?.();
  });

  it('is refused at once when too many wait already', async () => {
    const { tenancies } = memoryWith(
      { limit: 100, maxWaiting: 1 },
      new FakeResidentModel('a', 60, prompt),
      new FakeResidentModel('b', 60, prompt),
    );
    const end = await tenancies[0]?.use(signal);
    const waits = tenancies[1]?.use(signal);
    await expect(tenancies[1]?.use(signal)).rejects.toMatchObject({
      code: 'overloaded',
      retryAfter: expect.any(Number),
    });
    end?.();
    (await waits)?.();
  });

  it('is refused at once when it can never fit', async () => {
    const { tenancies } = memoryWith(
      { limit: 100 },
      new FakeResidentModel('stays', 60, { ...prompt, pinned: true }),
      new FakeResidentModel('large', 60, prompt),
      new FakeResidentModel('huge', 120, prompt),
    );
    (await tenancies[0]?.use(signal))?.();
    await expect(tenancies[1]?.use(signal)).rejects.toMatchObject({ code: 'overloaded', retryable: false });
    await expect(tenancies[2]?.use(signal)).rejects.toMatchObject({
      code: 'overloaded',
      message: 'The model needs about 1 MB of memory, more than the models that stay loaded leave free.',
    });
  });

  it('is given up by a request that leaves, and others go on', async () => {
    const [a, b] = [new FakeResidentModel('a', 60, prompt), new FakeResidentModel('b', 60, prompt)];
    const { tenancies } = memoryWith({ limit: 100 }, a, b);
    const end = await tenancies[0]?.use(signal);
    const control = new AbortController();
    const blocked = tenancies[1]?.use(control.signal).catch((thrown: unknown) => thrown);
    const after = tenancies[0]?.use(signal);
    control.abort();
    expect(await blocked).toMatchObject({ code: 'cancelled' });
    (await after)?.();
    end?.();
    expect(a.asked).toEqual(['load']);
  });
});

describe('a model without work', () => {
  it('is unloaded after a while, and loaded again when it is needed', async () => {
    const residentModel = new FakeResidentModel('a', 10, { ...prompt, idleMs: 5 });
    const { tenancies, memory } = memoryWith({}, residentModel);
    (await tenancies[0]?.use(signal))?.();
    await until(() => memory.used === 0);
    (await tenancies[0]?.use(signal))?.();
    expect(residentModel.asked).toEqual(['load', 'unload', 'load']);
  });

  it.each([
    ['is pinned', { idleMs: 1, pinned: true }],
    ['has no time after which it goes', { idleMs: 0 }],
  ])('stays when it %s', async (_, scenario) => {
    const residentModel = new FakeResidentModel('a', 10, { ...prompt, ...scenario });
    const { tenancies, memory } = memoryWith({}, residentModel);
    (await tenancies[0]?.use(signal))?.();
    await pause(30);
    expect(memory.used).toBe(10);
  });
});

describe('a model that leaves', () => {
  it('refuses those who wait for it and frees its room for others', async () => {
    const [a, b] = [new FakeResidentModel('a', 60), new FakeResidentModel('b', 60, prompt)];
    const { tenancies, memory } = memoryWith({ limit: 100 }, a, b);
    const loading = tenancies[0]?.use(signal).catch((thrown: unknown) => thrown);
    const waiting = tenancies[1]?.use(signal);
    const released = tenancies[0]?.release();
    expect(await loading).toMatchObject({ code: 'overloaded' });
    a.succeed();
    await released;
    (await waiting)?.();
    expect(memory.status().map(({ name }) => name)).toEqual(['b']);
    await expect(tenancies[0]?.use(signal)).rejects.toMatchObject({ code: 'overloaded' });
  });
});
