import * as fc from 'fast-check';

import { FairQueue } from '#src/fair-queue.js';

const never = new AbortController().signal;
const settled = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

/** Tasks that end on command, in the order in which they began. */
function tasks(queue: FairQueue): {
  ask: (owner: string, name: string, signal?: AbortSignal) => Promise<string>;
  started: string[];
  end: (name: string) => Promise<void>;
} {
  const started: string[] = [];
  const ends = new Map<string, () => void>();
  return {
    started,
    ask: (owner, name, signal = never) =>
      queue.run(
        owner,
        signal,
        () => new Promise((resolve) => (started.push(name), ends.set(name, () => resolve(name)))),
      ),
    end: async (name) => {
      ends.get(name)?.();
      await settled();
    },
  };
}

describe('Owners in a fair queue', () => {
  it('run one task at a time each, however many they submit and however much capacity is free', async () => {
    const { ask, started, end } = tasks(new FairQueue(2, { running: 1 }));
    const outputs = ['a1', 'a2', 'a3'].map((name) => ask('ada', name));
    await settled();
    expect(started).toEqual(['a1']);
    const other = ask('bob', 'b1');
    await settled();
    expect(started).toEqual(['a1', 'b1']);
    await end('b1');
    expect(started).toEqual(['a1', 'b1']);
    for (const name of ['a1', 'a2', 'a3']) await end(name);
    expect(await Promise.all([...outputs, other])).toEqual(['a1', 'a2', 'a3', 'b1']);
  });

  it('run immediately when the queue limit is zero and a slot is free', async () => {
    const { ask, end } = tasks(new FairQueue(1, { waiting: 0 }));
    const output = ask('ada', 'a1');
    await expect(ask('bob', 'b1')).rejects.toMatchObject({ code: 'rate-limited' });
    await settled();
    await end('a1');
    expect(await output).toBe('a1');
  });

  it('have a separate limit of waiting tasks each', async () => {
    const { ask, started, end } = tasks(new FairQueue(1, { waiting: 2 }));
    const outputs = ['a1', 'a2', 'a3'].map((name) => ask('ada', name));
    await expect(ask('ada', 'a4')).rejects.toMatchObject({ code: 'rate-limited', retryAfter: 1 });
    const other = ask('bob', 'b1');
    for (const name of ['a1', 'b1', 'a2', 'a3']) {
      await settled();
      await end(name);
    }
    expect(await Promise.all([...outputs, other])).toEqual(['a1', 'a2', 'a3', 'b1']);
    expect(started).toEqual(['a1', 'b1', 'a2', 'a3']);
    expect(
      await Promise.race([
        ask('ada', 'a5'),
        settled()
          .then(() => end('a5'))
          .then(() => 'late'),
      ]),
    ).toBe('a5');
  });

  it('are served in turns within the concurrency limit', async () => {
    const { ask, started, end } = tasks(new FairQueue(1));
    const asked = [
      ['ada', 'a1'],
      ['ada', 'a2'],
      ['ada', 'a3'],
      ['bob', 'b1'],
      ['bob', 'b2'],
      ['eve', 'e1'],
    ] as const;
    const outputs = asked.map(([owner, name]) => ask(owner, name));
    for (let n = 0; n < asked.length; n++) {
      await settled();
      expect(started).toHaveLength(n + 1);
      await end(started[n] ?? '');
    }
    expect(started).toEqual(['a1', 'b1', 'e1', 'a2', 'b2', 'a3']);
    await Promise.all(outputs);
  });

  it('get equally many turns, whether they submit all tasks at once or one after another', async () => {
    const { ask, started, end } = tasks(new FairQueue(1));
    for (const name of ['b1', 'b2', 'b3']) void ask('bob', name);
    for (const owner of ['ada', 'eve']) void ask(owner, `${owner[0]}1`);
    for (let n = 0; n < 9; n++) {
      await settled();
      const name = started[n] ?? '';
      await end(name);
      const back = { a: 'ada', e: 'eve' }[name[0] ?? ''];
      if (back !== undefined) void ask(back, `${name[0]}${Number(name[1]) + 1}`);
    }
    expect(started.slice(0, 9)).toEqual(['b1', 'a1', 'e1', 'b2', 'a2', 'e2', 'b3', 'a3', 'e3']);
  });

  it('are not served after cancelling and do not delay others', async () => {
    const { ask, started, end } = tasks(new FairQueue(1));
    const first = ask('ada', 'a1');
    const leaving = new AbortController();
    const [abandoned, next] = [ask('bob', 'b1', leaving.signal), ask('bob', 'b2')];
    leaving.abort();
    await expect(abandoned).rejects.toMatchObject({ code: 'cancelled' });
    await expect(ask('eve', 'e1', leaving.signal)).rejects.toMatchObject({ code: 'cancelled' });
    await end('a1');
    await end('b2');
    expect([await first, await next, started]).toEqual(['a1', 'b2', ['a1', 'b2']]);
  });

  it('continue after a failed task', async () => {
    const queue = new FairQueue(1);
    const failed = queue.run('ada', never, () => Promise.reject(new Error('no')));
    const next = queue.run('ada', never, async () => 'yes');
    await expect(failed).rejects.toThrow('no');
    expect(await next).toBe('yes');
  });
});

type Step = 'enter' | 'leave' | 'give up';

describe('A fair queue', () => {
  it("never exceeds its slots or an owner's queue limit, admits each owner in order, and ends empty", async () => {
    const step = fc.record({
      does: fc.constantFrom<Step>('enter', 'leave', 'give up'),
      owner: fc.constantFrom('ada', 'bob', 'eve'),
      at: fc.nat({ max: 2 }),
    });
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 1, max: 3 }),
        fc.nat({ max: 4 }),
        fc.array(step, { maxLength: 60 }),
        async (maxRunning, max, steps) => {
          const queue = new FairQueue(maxRunning, { waiting: max });
          const running: { readonly owner: string; readonly end: () => void }[] = [];
          const waiting: { readonly owner: string; readonly number: number; readonly control: AbortController }[] = [];
          const admitted = new Map<string, number[]>();
          const refused = new Set<unknown>();
          /** Owners admitted while another owner with fewer running tasks waited. */
          const passedOver: number[] = [];
          const runningOf = (owner: string): number => running.filter((one) => one.owner === owner).length;
          const waitingOf = (owner: string): number => waiting.filter((one) => one.owner === owner).length;
          const enter = (owner: string, number: number): void => {
            const mine = { owner, number, control: new AbortController() };
            waiting.push(mine);
            const started = queue.enter(owner, mine.control.signal).then((end) => {
              admitted.set(owner, [...(admitted.get(owner) ?? []), number]);
              if (waiting.some((other) => runningOf(other.owner) < runningOf(owner))) passedOver.push(number);
              running.push({ owner, end });
            });
            void started
              .catch((thrown: unknown) => refused.add(Reflect.get(Object(thrown), 'code')))
              .then(() => waiting.splice(waiting.indexOf(mine), 1));
          };
          for (const [number, { does, owner, at }] of steps.entries()) {
            if (does === 'enter') enter(owner, number);
            if (does === 'leave') running.splice(at, 1)[0]?.end();
            if (does === 'give up') waiting.at(-1)?.control.abort();
            await settled();
            expect(queue.running).toBe(running.length);
            expect(running.length).toBeLessThanOrEqual(maxRunning);
            expect(queue.waiting).toBe(waiting.length);
            expect(waitingOf(owner)).toBeLessThanOrEqual(max);
            expect(waiting.length === 0 || running.length === maxRunning).toBe(true);
          }
          expect(passedOver).toEqual([]);
          expect(['cancelled', 'rate-limited']).toEqual(expect.arrayContaining([...refused]));
          for (const numbers of admitted.values()) expect(numbers).toEqual(numbers.toSorted((a, b) => a - b));
          while (queue.running > 0) {
            running.shift()?.end();
            await settled();
          }
          expect(queue.waiting).toBe(0);
        },
      ),
    );
  });

  it('releases a slot only once, however often release is called', async () => {
    const queue = new FairQueue(1, { waiting: 1 });
    const end = await queue.enter('ada', never);
    end();
    end();
    expect(queue.running).toBe(0);
    await queue.enter('bob', never);
    expect(queue.running).toBe(1);
  });

  it('admits the owner with the fewest running tasks, regardless of the last turn', async () => {
    const queue = new FairQueue(3);
    const [, , end] = await Promise.all(['ada', 'ada', 'bob'].map((owner) => queue.enter(owner, never)));
    const started = Promise.race(['ada', 'bob'].map((owner) => queue.enter(owner, never).then(() => owner)));
    end?.();
    expect(await started).toBe('bob');
  });
});
