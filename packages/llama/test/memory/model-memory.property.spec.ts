import { setImmediate as turn } from 'node:timers/promises';

import * as fc from 'fast-check';

import { ModelMemory, type Tenancy } from '#src/memory/model-memory.js';

import { FakeResidentModel } from './fake-resident-model.js';

const limit = 100;
const sizes = [30, 40, 50, 70, 100];

/** A request from the test's view: it waits, then uses the model until the test ends that, or it was rejected. */
interface Use {
  readonly model: number;
  readonly control: AbortController;
  state: 'waiting' | 'using' | 'ended' | 'refused';
  end: () => void;
}

/** The complete test state; the memory is judged by its calls to the models and by the requests that it admits. */
class World {
  readonly residentModels = sizes.map((bytes, index) => new FakeResidentModel(`model ${index}`, bytes));
  readonly memory = new ModelMemory({ limit, waitMs: 3_600_000 });
  readonly tenancies: readonly Tenancy[] = this.residentModels.map((residentModel) => this.memory.join(residentModel));
  readonly uses: Use[] = [];

  start(model: number): void {
    const use: Use = { model, control: new AbortController(), state: 'waiting', end: () => undefined };
    this.uses.push(use);
    this.tenancies[model]?.use(use.control.signal).then(
      (end) => {
        use.state = 'using';
        use.end = end;
      },
      () => {
        use.state = 'refused';
      },
    );
  }

  end(use: Use): void {
    use.state = 'ended';
    use.end();
    use.end();
  }

  in(state: Use['state']): readonly Use[] {
    return this.uses.filter((use) => use.state === state);
  }

  /** States that must never occur. */
  faults(): readonly string[] {
    const usedBytes = this.residentModels
      .filter(({ usesMemory }) => usesMemory)
      .reduce((sum, { bytes }) => sum + bytes, 0);
    const ready = ({ asked, busy }: FakeResidentModel): boolean => asked.at(-1) === 'load' && busy === undefined;
    return [
      ...(usedBytes > limit ? [`${usedBytes} of ${limit} are taken`] : []),
      ...(usedBytes === this.memory.used ? [] : [`${usedBytes} are taken, ${this.memory.used} are counted`]),
      ...this.in('using').flatMap(({ model }) =>
        this.residentModels
          .filter((residentModel, index) => index === model && !ready(residentModel))
          .map(({ name }) => `${name} is used and not loaded`),
      ),
      ...this.residentModels
        .filter(({ asked }) => asked.some((what, index) => what === 'unload' && asked[index - 1] !== 'load'))
        .map(({ name }) => `${name} was unloaded without being loaded`),
    ];
  }
}

const step = fc.oneof(
  { weight: 5, arbitrary: fc.record({ type: fc.constant('begin' as const), which: fc.nat(sizes.length - 1) }) },
  { weight: 4, arbitrary: fc.record({ type: fc.constant('end' as const), which: fc.nat() }) },
  { weight: 2, arbitrary: fc.record({ type: fc.constant('give up' as const), which: fc.nat() }) },
  { weight: 5, arbitrary: fc.record({ type: fc.constant('succeed' as const), which: fc.nat() }) },
  { weight: 1, arbitrary: fc.record({ type: fc.constant('fail' as const), which: fc.nat() }) },
);

function pick<T>(list: readonly T[], which: number): T | undefined {
  return list[which % Math.max(1, list.length)];
}

async function act(
  world: World,
  { type, which }: { readonly type: 'begin' | 'end' | 'give up' | 'succeed' | 'fail'; readonly which: number },
): Promise<void> {
  switch (type) {
    case 'begin':
      world.start(which);
      break;
    case 'end': {
      const use = pick(world.in('using'), which);
      if (use !== undefined) world.end(use);
      break;
    }
    case 'give up':
      pick(world.in('waiting'), which)?.control.abort();
      break;
    case 'succeed':
      pick(
        world.residentModels.filter(({ busy }) => busy !== undefined),
        which,
      )?.succeed();
      break;
    case 'fail':
      pick(
        world.residentModels.filter(({ busy }) => busy === 'load'),
        which,
      )?.fail();
  }
  await turn();
}

describe('models in a limited memory', () => {
  it('never exceed the limit, never unload while working, and serve every waiting request', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 60 }), async (steps) => {
        const world = new World();
        for (const one of steps) {
          await act(world, one);
          expect(world.faults()).toEqual([]);
        }
        for (let rounds = 0; world.in('waiting').length + world.in('using').length > 0; rounds += 1) {
          expect(rounds).toBeLessThan(500);
          for (const use of world.in('using')) world.end(use);
          for (const residentModel of world.residentModels) residentModel.succeed();
          await turn();
          expect(world.faults()).toEqual([]);
        }
        const given = world.uses.filter(({ control, state }) => state === 'refused' && !control.signal.aborted).length;
        const failures = world.memory.status().reduce((sum, { failedLoads }) => sum + failedLoads, 0);
        expect(failures === 0 ? given : 0).toBe(0);
      }),
      { numRuns: 300 },
    );
  });

  it('share one load between all concurrent requests', async () => {
    const world = new World();
    for (let count = 0; count < 5; count += 1) world.start(1);
    await turn();
    expect(world.residentModels[1]?.asked).toEqual(['load']);
    world.residentModels[1]?.succeed();
    await turn();
    expect(world.in('using')).toHaveLength(5);
  });

  it('fail together when a load fails, and the next request tries again', async () => {
    const world = new World();
    world.start(1);
    world.start(1);
    await turn();
    world.residentModels[1]?.fail();
    await turn();
    expect(world.in('refused')).toHaveLength(2);
    world.start(1);
    await turn();
    world.residentModels[1]?.succeed();
    await turn();
    expect(world.residentModels[1]?.asked).toEqual(['load', 'load']);
    expect(world.in('using')).toHaveLength(1);
  });
});
