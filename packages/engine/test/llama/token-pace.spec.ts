import { TokenPace } from '#src/generators/llama/worker/token-pace.js';

describe('the pace of tokens', () => {
  let now = { wall: 0, worked: 0 };
  const after = (wall: number, worked = wall) => (): Promise<string> => {
    now = { wall: now.wall + wall, worked: now.worked + worked };
    return Promise.resolve('token');
  };
  const begun = async (): Promise<TokenPace> => {
    const pace = new TokenPace(() => undefined, { now: () => now });
    const take = pace.free<string>();
    for (let count = 0; count < 20; count += 1) await take(after(10));
    return pace;
  };

  it('ends a held answer whose tokens take longer and longer', async () => {
    const take = (await begun()).held<string>();
    for (const time of [12, 50, 200]) await expect(take(after(time))).resolves.toBe('token');
    await expect(take(after(900))).rejects.toMatchObject({ code: 'unsupported', message: expect.stringContaining('so many ways') });
  });

  it('ends no held answer for a moment in which the machine was busy, however often that happens', async () => {
    const take = (await begun()).held<string>();
    for (let count = 0; count < 200; count += 1) await expect(take(after(count % 20 === 0 ? 500 : 10))).resolves.toBe('token');
  });

  it('ends no held answer whose grammar takes its time with every token', async () => {
    const take = (await begun()).held<string>();
    for (let count = 0; count < 200; count += 1) await expect(take(after(200))).resolves.toBe('token');
  });

  it('ends no held answer because the machine stood still, or because others worked meanwhile', async () => {
    const take = (await begun()).held<string>();
    for (const [wall, worked] of [[5_000, 10], [20, 5_000], [5_000, 30]] as const) await expect(take(after(wall, worked))).resolves.toBe('token');
  });

  it('gets used to a model that has become slow in everything', async () => {
    const pace = await begun();
    const free = pace.free<string>();
    for (let count = 0; count < 30; count += 1) await free(after(2_000));
    const take = pace.held<string>();
    for (let count = 0; count < 30; count += 1) await expect(take(after(2_500))).resolves.toBe('token');
  });

  it('gives up a held token that does not come at all, and says so', async () => {
    let told = 0;
    const pace = new TokenPace(() => (told += 1), { stuckAfter: 20 });
    expect([told, pace.isStuck]).toEqual([0, false]);
    await expect(pace.held<string>()(() => new Promise(() => undefined))).rejects.toMatchObject({ code: 'unsupported' });
    expect([told, pace.isStuck]).toEqual([1, true]);
  });
});
