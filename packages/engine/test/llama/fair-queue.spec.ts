import { FairQueue } from '#src/generators/llama/fair-queue.js';

const never = new AbortController().signal;
const settled = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

/** Tasks that end when they are told to, in the order in which they began. */
function tasks(queue: FairQueue): { ask: (owner: string, name: string, signal?: AbortSignal) => Promise<string>; begun: string[]; end: (name: string) => Promise<void> } {
  const begun: string[] = [];
  const ends = new Map<string, () => void>();
  return {
    begun,
    ask: (owner, name, signal = never) => queue.run(owner, signal, () => new Promise((resolve) => (begun.push(name), ends.set(name, () => resolve(name))))),
    end: async (name) => {
      ends.get(name)?.();
      await settled();
    },
  };
}

describe('Owners in a fair queue', () => {
  it('have one thing done at a time each, however much they ask for and however much room there is', async () => {
    const { ask, begun, end } = tasks(new FairQueue(2));
    const answers = ['a1', 'a2', 'a3'].map((name) => ask('ada', name));
    await settled();
    expect(begun).toEqual(['a1']);
    const other = ask('bob', 'b1');
    await settled();
    expect(begun).toEqual(['a1', 'b1']);
    await end('b1');
    expect(begun).toEqual(['a1', 'b1']);
    for (const name of ['a1', 'a2', 'a3']) await end(name);
    expect(await Promise.all([...answers, other])).toEqual(['a1', 'a2', 'a3', 'b1']);
  });

  it('need not wait where nothing may wait', async () => {
    const { ask, end } = tasks(new FairQueue(1, 0));
    const answer = ask('ada', 'a1');
    await expect(ask('bob', 'b1')).rejects.toMatchObject({ code: 'rate-limited' });
    await settled();
    await end('a1');
    expect(await answer).toBe('a1');
  });

  it('may have only so much waiting, each for itself', async () => {
    const { ask, begun, end } = tasks(new FairQueue(1, 2));
    const answers = ['a1', 'a2', 'a3'].map((name) => ask('ada', name));
    await expect(ask('ada', 'a4')).rejects.toMatchObject({ code: 'rate-limited', retryAfter: 1 });
    const other = ask('bob', 'b1');
    for (const name of ['a1', 'b1', 'a2', 'a3']) {
      await settled();
      await end(name);
    }
    expect(await Promise.all([...answers, other])).toEqual(['a1', 'a2', 'a3', 'b1']);
    expect(begun).toEqual(['a1', 'b1', 'a2', 'a3']);
    expect(await Promise.race([ask('ada', 'a5'), settled().then(() => end('a5')).then(() => 'late')])).toBe('a5');
  });

  it('are served in turns, and no more at a time than may be', async () => {
    const { ask, begun, end } = tasks(new FairQueue(1));
    const asked = [['ada', 'a1'], ['ada', 'a2'], ['ada', 'a3'], ['bob', 'b1'], ['bob', 'b2'], ['eve', 'e1']] as const;
    const answers = asked.map(([owner, name]) => ask(owner, name));
    for (let n = 0; n < asked.length; n++) {
      await settled();
      expect(begun).toHaveLength(n + 1);
      await end(begun[n] ?? '');
    }
    expect(begun).toEqual(['a1', 'b1', 'e1', 'a2', 'b2', 'a3']);
    await Promise.all(answers);
  });

  it('who leave before their turn are not served, and keep nobody from it', async () => {
    const { ask, begun, end } = tasks(new FairQueue(1));
    const first = ask('ada', 'a1');
    const leaving = new AbortController();
    const [left, next] = [ask('bob', 'b1', leaving.signal), ask('bob', 'b2')];
    leaving.abort();
    await expect(left).rejects.toMatchObject({ code: 'cancelled' });
    await expect(ask('eve', 'e1', leaving.signal)).rejects.toMatchObject({ code: 'cancelled' });
    await end('a1');
    await end('b2');
    expect([await first, await next, begun]).toEqual(['a1', 'b2', ['a1', 'b2']]);
  });

  it('go on after something that failed', async () => {
    const queue = new FairQueue(1);
    const failed = queue.run('ada', never, () => Promise.reject(new Error('no')));
    const next = queue.run('ada', never, async () => 'yes');
    await expect(failed).rejects.toThrow('no');
    expect(await next).toBe('yes');
  });
});
