import { EngineError } from '#src/errors/engine-error.js';
import { BackendGroup } from '#src/routing/backend-group.js';
import { Backend } from '#src/routing/backend.js';
import { buildContext, buildRequest } from '#src/testing/builders.js';
import {
  generateText,
  upstreamFailure,
  firstRunOf,
  setUpBackends,
  settle,
  FakeModel,
} from '#src/testing/backend-setup.js';

describe('a group of backends', () => {
  it('is available while one backend is, and again when one may be probed', async () => {
    const rehearsal = setUpBackends('ab', { rules: { retries: 1 } });
    for (const fake of rehearsal.fakes) fake.behavior = upstreamFailure();
    expect(rehearsal.group.available()).toBe(true);
    for (let count = 0; count < 10; count += 1) await generateText(rehearsal.group);
    expect(rehearsal.group.available()).toBe(false);
    rehearsal.now = 1000;
    expect(rehearsal.group.available()).toBe(true);
  });

  it('reports the minimum limits of its backends, and the capabilities that all of them share', async () => {
    const rehearsal = setUpBackends('ab');
    const [a, b] = rehearsal.fakes;
    if (a === undefined || b === undefined) throw new Error('there are two');
    const modelInfo = await a.modelInfo();
    a.modelInfo = async () => ({ ...modelInfo, contextLength: 8192, createdAt: 5 });
    b.modelInfo = async () => ({
      ...modelInfo,
      contextLength: 4096,
      capabilities: { ...modelInfo.capabilities, images: false },
    });
    expect(await rehearsal.group.modelInfo()).toMatchObject({
      id: 'm',
      displayName: 'm',
      createdAt: 5,
      ownedBy: 'a',
      contextLength: 4096,
      capabilities: { tools: true, images: false },
    });
    b.modelInfo = async () => Promise.reject(new Error('down'));
    expect(await rehearsal.group.modelInfo()).toMatchObject({ contextLength: 8192 });
  });

  it('reports the task of its backends, and none for backends that generate', async () => {
    const { group, fakes } = setUpBackends('ab');
    expect(await group.modelInfo()).not.toHaveProperty('task');
    for (const fake of fakes) {
      const modelInfo = await fake.modelInfo();
      fake.modelInfo = async () => ({ ...modelInfo, task: 'embedding' });
    }
    expect(await group.modelInfo()).toMatchObject({ task: 'embedding' });
  });

  it('counts tokens on any backend that can', async () => {
    const fakes = [new FakeModel('a'), new FakeModel('b')];
    const members = fakes.map((fake) => ({
      backend: new Backend(fake.name, fake),
      weight: 1,
      concurrency: 1,
      queue: 1,
    }));
    expect(new BackendGroup({ id: 'm', members }).countTokens).toBeUndefined();
    Object.assign(fakes[1] ?? {}, { countTokens: async () => ({ inputTokens: 42 }) });
    const group = new BackendGroup({ id: 'm', members });
    expect(await group.countTokens?.(buildRequest('Hi'), buildContext())).toEqual({ inputTokens: 42 });
  });

  it('continues with the next backend when one turns out unable to count', async () => {
    const fakes = [new FakeModel('a'), new FakeModel('b')];
    const cannot = async (): Promise<number> => Promise.reject(new EngineError('unsupported', 'no'));
    for (const [index, countTokens] of [cannot, async () => ({ inputTokens: 42 })].entries())
      Object.assign(fakes[index] ?? {}, { countTokens });
    const members = fakes.map((fake) => ({
      backend: new Backend(fake.name, fake),
      weight: 1,
      concurrency: 1,
      queue: 1,
    }));
    expect(await new BackendGroup({ id: 'm', members }).countTokens?.(buildRequest('Hi'), buildContext())).toEqual({
      inputTokens: 42,
    });
  });

  it('supports a dialect natively when all of its backends do, with signatures that all of them accept', () => {
    const groupOf = (...issuers: readonly (string | undefined)[]): BackendGroup =>
      new BackendGroup({
        id: 'm',
        members: issuers.map((signer, index) => {
          const languageModel = Object.assign(
            new FakeModel(`${index}`),
            signer === undefined ? {} : { native: { dialect: 'messages' as const, signer } },
          );
          return { backend: new Backend(`${index}`, languageModel), weight: 1, concurrency: 1, queue: 1 };
        }),
      });
    expect(groupOf('x', 'x').native).toEqual({ dialect: 'messages', signer: 'x' });
    const signing = ['x', 'x'].map((signer, index) => ({
      backend: new Backend(`${index}`, Object.assign(new FakeModel('a'), { signer })),
      weight: 1,
      concurrency: 1,
      queue: 1,
    }));
    expect([new BackendGroup({ id: 'm', members: signing }).signer, groupOf('x', 'x').signer]).toEqual([
      'x',
      undefined,
    ]);
    expect([groupOf('x', 'y').native, groupOf('x', undefined).native, groupOf(undefined).native]).toEqual([
      undefined,
      undefined,
      undefined,
    ]);
  });

  it('closes a backend only when no other group uses it', async () => {
    const [shared, own] = [new FakeModel('shared'), new FakeModel('own')];
    const [backend, other] = [new Backend('shared', shared), new Backend('own', own)];
    const part = { weight: 1, concurrency: 4, queue: 4 };
    const before = new BackendGroup({
      id: 'm',
      members: [
        { backend, ...part },
        { backend: other, ...part },
      ],
    });
    const after = new BackendGroup({ id: 'm', members: [{ backend, ...part }] });
    await before.close();
    await before.close();
    expect([shared.closed, own.closed]).toEqual([0, 1]);
    expect(await generateText(after)).toBe('shared');
    await after.close();
    expect(shared.closed).toBe(1);
  });

  it('rejects all waiting and later requests when it is closed', async () => {
    const rehearsal = setUpBackends('a', {}, { concurrency: 1 });
    firstRunOf(rehearsal).behavior = undefined;
    const [running, waiting] = [generateText(rehearsal.group), generateText(rehearsal.group)];
    await settle();
    await rehearsal.group.close();
    expect(await waiting).toBe('overloaded');
    firstRunOf(rehearsal).runs[0]?.finish();
    expect(await running).toBe('a');
    expect(await generateText(rehearsal.group)).toBe('overloaded');
    expect(firstRunOf(rehearsal).runs).toHaveLength(1);
  });

  it('notifies a waiting group when another group has released a shared backend', async () => {
    const shared = new FakeModel('shared');
    shared.behavior = undefined;
    const backend = new Backend('shared', shared);
    const part = { backend, weight: 1, concurrency: 1, queue: 4 };
    const [one, two] = [new BackendGroup({ id: 'm', members: [part] }), new BackendGroup({ id: 'm', members: [part] })];
    const [running, waiting] = [generateText(one), generateText(two)];
    await settle();
    expect([one.status()[0]?.running, two.status()[0]?.waiting]).toEqual([1, 1]);
    shared.runs[0]?.finish();
    expect(await running).toBe('shared');
    await settle();
    shared.runs[1]?.finish();
    expect(await waiting).toBe('shared');
  });

  it('is rejected without a backend, and with two of one name', () => {
    expect(() => setUpBackends('')).toThrow(EngineError);
    expect(() => setUpBackends('aa')).toThrow(EngineError);
  });
});
