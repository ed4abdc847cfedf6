import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { checks } from '../reliability/checks.mjs';
import { root } from '../setup/install.mjs';
import { suites } from '../reliability/property-suites.mjs';
import { replyChunks, digestOf, orderOf, promptOf } from '../reliability/response-script.mjs';
import { isMet, none, quantile, toText } from '../reliability/figure.mjs';
import { inParallel } from '../reliability/in-parallel.mjs';
import { seededRandom } from '../reliability/seeded-random.mjs';
import { readFrames } from '../reliability/sse-frames.mjs';
import { pageOf, StateModel } from '../reliability/state-model.mjs';
import { shortChecks } from './kit/short-checks.mjs';

describe('the property tests of check:reliability', () => {
  it.each(suites.flatMap(({ project, specs }) => specs.map((spec) => [project, spec])))(
    'name a spec file of %s: %s',
    (project, spec) => expect(globSync(join(root, project, `test/**/${spec}.spec.ts`))).toHaveLength(1),
  );
});

describe('the checks of check:reliability', () => {
  it('have a short form each, which npm test runs', () => {
    const short = Object.values(shortChecks).flatMap((rows) => rows.map(([name]) => name));
    expect(new Set(short)).toEqual(new Set(checks.map(({ name }) => name)));
    const run = globSync(join(root, 'tools/test/reliability-*.spec.mjs')).flatMap((file) =>
      [...readFileSync(file, 'utf8').matchAll(/itPasses\(shortChecks\.(\w+)\)/g)].map(([, name]) => name),
    );
    expect(run.toSorted()).toEqual(Object.keys(shortChecks).toSorted());
  });
});

describe('seeded choices', () => {
  it('are the same for the same seed and different for another', () => {
    const draw = (seed) => Array.from({ length: 20 }, seededRandom(seed).next);
    expect(draw(7)).toEqual(draw(7));
    expect(draw(7)).not.toEqual(draw(8));
  });

  it('of a fork do not depend on what was drawn before', () => {
    const [one, other] = [seededRandom(7), seededRandom(7)];
    other.next();
    expect(one.fork('a').next()).toBe(other.fork('a').next());
    expect(one.fork('a').next()).not.toBe(one.fork('b').next());
  });
});

describe('the scripted response', () => {
  const asked = { role: 'user', text: promptOf({ tag: 't', words: 2 }) };

  it('follows the order in the prompt', () => {
    expect(orderOf(promptOf({ tag: 't', words: 2, first: 5 }))).toEqual({
      tag: 't',
      words: 2,
      headers: 0,
      first: 5,
      gap: 0,
      last: 0,
      call: 0,
    });
    expect(replyChunks([asked]).slice(0, -1)).toEqual(['t.0 ', 't.1 ']);
  });

  it('shows every change of the earlier messages', () => {
    const before = { role: 'assistant', text: 'before' };
    const digests = [
      [asked],
      [before, asked],
      [{ ...before, text: 'befor' }, asked],
      [{ ...before, role: 'user' }, asked],
    ].map(digestOf);
    expect(new Set(digests).size).toBe(4);
  });

  it('is the same when adjacent messages of one role are joined', () => {
    expect(
      digestOf([
        { role: 'user', text: 'a' },
        { role: 'user', text: 'b' },
      ]),
    ).toBe(digestOf([{ role: 'user', text: 'a\n\nb' }]));
  });
});

describe('frames', () => {
  it('exclude truncated frames and comments', () => {
    const { frames, events, done } = readFrames(
      ': alive\n\nevent: a\ndata: {"n":1}\n\ndata: [DONE]\n\nevent: b\ndata: {"n"',
    );
    expect([frames.length, events, done]).toEqual([3, [{ n: 1 }], true]);
  });
});

describe('the reference model', () => {
  it('knows no chain with a missing link', () => {
    const model = new StateModel();
    const link = (id, previousId) =>
      model.add({ id, previousId, messages: [{ role: 'user', text: id }], payload: '{}', background: false });
    link('a', undefined);
    link('b', 'a');
    link('c', 'b');
    expect(model.chain('c').map(({ text }) => text)).toEqual(['a', 'b', 'c']);
    model.deleteResponse('b');
    expect(model.chain('c')).toBeUndefined();
  });

  it('returns pages after a cursor', () => {
    const items = ['a', 'b', 'c', 'd'].map((id) => ({ id }));
    expect(pageOf(items, { order: 'asc', limit: 2 })).toEqual({ ids: ['a', 'b'], hasMore: true });
    expect(pageOf(items, { order: 'desc', limit: 2, after: 'c' })).toEqual({ ids: ['b', 'a'], hasMore: false });
  });
});

describe('figures', () => {
  it('are missed beyond their limit and report it', () => {
    expect(isMet({ name: 'x', value: 5, atMost: 5 })).toBe(true);
    expect(isMet({ name: 'x', value: 5.1, atMost: 5 })).toBe(false);
    expect(isMet({ name: 'x', value: 0, atLeast: 1 })).toBe(false);
    expect(isMet({ name: 'x', value: Number.NaN, atMost: 1 })).toBe(false);
    expect(toText(none('lost', ['a']))).toBe('lost 1 (at most 0) MISSED: a');
  });

  it('take quantiles from above', () => {
    expect(quantile([3, 1, 2], 0.5)).toBe(2);
    expect(quantile([3, 1, 2], 0.99)).toBe(3);
  });
});

describe('work in parallel', () => {
  it('preserves the order and respects the width', async () => {
    let now = 0;
    let max = 0;
    const results = await inParallel([1, 2, 3, 4], 2, async (value) => {
      max = Math.max(max, (now += 1));
      await null;
      now -= 1;
      return value * 2;
    });
    expect([results, max]).toEqual([[2, 4, 6, 8], 2]);
  });
});
