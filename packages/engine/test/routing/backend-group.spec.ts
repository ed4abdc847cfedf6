import { EngineError, errorCodes } from '#src/errors/engine-error.js';
import { emptyUsage } from '#src/model/usage.js';
import type { Generator } from '#src/ports/generator.js';
import { BackendGroup } from '#src/routing/backend-group.js';
import { Backend } from '#src/routing/backend.js';
import { defaultBreakerSettings } from '#src/routing/circuit-breaker.js';
import { conversationKey } from '#src/routing/conversation-key.js';
import { homeOf } from '#src/routing/home-of.js';
import { judgeFailure } from '#src/routing/judge-failure.js';
import { buildContext, buildRequest } from '#src/testing/builders.js';
import { ask, broken, rehearse, settle, StandIn, type Rehearsal } from './rehearsal.js';

const [tired, busy] = [(): EngineError => new EngineError('rate-limited', 'Too many.', { retryAfter: 7 }), (): EngineError => new EngineError('overloaded', 'Busy.', { retryAfter: 3 })];

function first({ standIns }: Rehearsal, index = 0): StandIn {
  const standIn = standIns[index];
  if (standIn === undefined) throw new Error('there is no such backend');
  return standIn;
}

describe('a group of backends', () => {
  it('shares requests by the weights of the backends', async () => {
    const standIns = [new StandIn('a'), new StandIn('b')];
    const group = new BackendGroup({ id: 'm', members: standIns.map((standIn, index) => ({ backend: new Backend(standIn.name, standIn), weight: index + 1, concurrency: 4, queue: 4 })), rules: { affinity: false } });
    for (let count = 0; count < 30; count += 1) await ask(group);
    expect(standIns.map(({ runs }) => runs.length)).toEqual([10, 20]);
  });

  it('sends a conversation to the same backend, to another while that is away, and back when it is back', async () => {
    const rehearsal = rehearse('abc', { rules: { affinity: true } }, { concurrency: 30 });
    const { group } = rehearsal;
    const home = await ask(group, 'a question');
    for (let count = 0; count < 5; count += 1) expect(await ask(group, 'a question')).toBe(home);
    const homes = new Set(await Promise.all(Array.from({ length: 30 }, (_, index) => ask(group, `question ${index}`))));
    expect(homes.size).toBe(3);
    const standIn = rehearsal.standIns.find(({ name }) => name === home);
    if (standIn === undefined) throw new Error('it has a name');
    standIn.habit = broken();
    expect(await ask(group, 'a question')).not.toBe(home);
    standIn.habit = 'answer';
    expect(await ask(group, 'a question')).toBe(home);
  });

  it('sends a request that failed before its first event to another backend, and the reader sees one answer', async () => {
    const rehearsal = rehearse('ab');
    first(rehearsal).habit = broken();
    expect(await ask(rehearsal.group)).toBe('b');
    expect(rehearsal.standIns.map(({ runs, open }) => [runs.length, open])).toEqual([
      [1, 0],
      [1, 0],
    ]);
  });

  it('does not blame a backend for what its model wrote', () => {
    expect(judgeFailure(new EngineError('upstream-failed', 'The model wrote nonsense.', { byModel: true }))).toBe('request');
    expect(judgeFailure(new EngineError('upstream-failed', 'It is gone.'))).toBe('backend');
  });

  it('never sends a request again once an event was seen', async () => {
    const rehearsal = rehearse('ab');
    first(rehearsal).habit = undefined;
    const asked = ask(rehearsal.group);
    await settle();
    first(rehearsal).runs[0]?.begin();
    await settle();
    first(rehearsal).runs[0]?.fail(broken());
    expect(await asked).toBe('upstream-failed');
    expect(first(rehearsal, 1).runs).toHaveLength(0);
  });

  it('tells what a failure had cost when it is the last one, and only then', async () => {
    const cost = { type: 'generation-usage' as const, usage: { ...emptyUsage, inputTokens: 9 } };
    const costly = (name: string): Generator => ({
      card: () => new StandIn(name).card(),
      close: async () => undefined,
      async *generate() {
        yield cost;
        throw broken();
      },
    });
    const members = [costly('a'), costly('b')].map((generator, index) => ({ backend: new Backend(`backend ${index}`, generator), weight: 1, concurrency: 1, queue: 1 }));
    const stream = new BackendGroup({ id: 'm', members }).generate(buildRequest('Hi'), buildContext())[Symbol.asyncIterator]();
    expect(await stream.next()).toEqual({ done: false, value: cost });
    await expect(stream.next()).rejects.toMatchObject({ code: 'upstream-failed' });
    expect(await stream.next()).toEqual({ done: true, value: undefined });
  });

  it('loses no place to a backend that throws before it gives out a stream', async () => {
    const rehearsal = rehearse('ab', { rules: { retries: 0 } }, { concurrency: 1, queue: 0 });
    const [a] = rehearsal.standIns;
    if (a === undefined) throw new Error('there are two');
    a.generate = () => {
      throw new EngineError('unsupported', 'Not this.');
    };
    const answers = [await ask(rehearsal.group), await ask(rehearsal.group), await ask(rehearsal.group), await ask(rehearsal.group)];
    expect(answers.toSorted()).toEqual(['b', 'b', 'unsupported', 'unsupported']);
    expect(rehearsal.group.status().map(({ running }) => running)).toEqual([0, 0]);
  });

  it('takes back the place of a reader who left before the first event', async () => {
    const rehearsal = rehearse('a', {}, { concurrency: 1 });
    const [a] = rehearsal.standIns;
    if (a === undefined) throw new Error('there is one');
    a.habit = undefined;
    const stream = rehearsal.group.generate(buildRequest('Hi'), buildContext())[Symbol.asyncIterator]();
    const pending = stream.next();
    await settle();
    await stream.return?.();
    a.runs[0]?.begin();
    expect(await pending).toEqual({ done: true, value: undefined });
    await settle();
    expect([a.open, rehearsal.group.status()[0]?.running]).toEqual([0, 0]);
  });

  it('goes elsewhere when a backend that keeps a request waiting does not answer questions, either', async () => {
    const rehearsal = rehearse('ab', { rules: { silenceMs: 5 } });
    const a = first(rehearsal);
    let questions = 0;
    a.habit = undefined;
    a.probe = async () => {
      questions += 1;
      throw new Error('nobody there');
    };
    expect(await ask(rehearsal.group)).toBe('b');
    expect([questions, a.open, rehearsal.group.status()[0]?.running]).toEqual([2, 0, 0]);
  });

  it('keeps waiting for a backend that answers questions, and for one that missed a single one', async () => {
    const rehearsal = rehearse('ab', { rules: { silenceMs: 5 } });
    const a = first(rehearsal);
    const questions: string[] = [];
    a.habit = undefined;
    a.probe = async () => {
      questions.push('well?');
      if (questions.length % 2 === 1) throw new Error('busy');
    };
    const asked = ask(rehearsal.group);
    while (questions.length < 6) await settle();
    a.runs[0]?.finish();
    expect(await asked).toBe('a');
    const before = questions.length;
    await new Promise((resolve) => setTimeout(resolve, 30));
    expect(questions).toHaveLength(before);
  });

  it('takes a question that cannot even be put for one without an answer', async () => {
    const rehearsal = rehearse('ab', { rules: { silenceMs: 5 } });
    const a = first(rehearsal);
    const questions: string[] = [];
    a.habit = undefined;
    a.probe = () => {
      questions.push('well?');
      throw new Error('closed');
    };
    expect(await ask(rehearsal.group)).toBe('b');
    expect(questions).toHaveLength(2);
  });

  it('hands an abort on to the backend that keeps a request waiting, and asks it nothing any more', async () => {
    const rehearsal = rehearse('a', { rules: { silenceMs: 5 } });
    const a = first(rehearsal);
    let questions = 0;
    a.habit = undefined;
    a.probe = async () => void (questions += 1);
    const abort = new AbortController();
    const asked = ask(rehearsal.group, 'Hi', abort.signal);
    await settle();
    abort.abort();
    expect(await asked).toBe('cancelled');
    const before = questions;
    await new Promise((resolve) => setTimeout(resolve, 30));
    expect([a.open, questions, rehearsal.group.status()[0]?.standing]).toEqual([0, before, 'closed']);
  });

  it("hands on what is the request's own fault at once, and thinks no worse of the backend", async () => {
    const rehearsal = rehearse('ab');
    const faults = errorCodes.filter((code) => ['request', 'nobody'].includes(judgeFailure(new EngineError(code, 'x'))));
    expect(faults).toEqual(expect.arrayContaining(['invalid-request', 'context-overflow', 'upstream-rejected', 'cancelled']));
    for (const code of [...faults, ...faults]) {
      for (const standIn of rehearsal.standIns) standIn.habit = new EngineError(code, 'x');
      expect(await ask(rehearsal.group)).toBe(code);
    }
    expect(rehearsal.group.status().map(({ standing }) => standing)).toEqual(['closed', 'closed']);
    expect(rehearsal.standIns.reduce((sum, { runs }) => sum + runs.length, 0)).toBe(2 * faults.length);
  });

  it('asks the same backend again when there is no other, but not one that was silent', async () => {
    const rehearsal = rehearse('a');
    first(rehearsal).habit = broken();
    const asked = ask(rehearsal.group);
    await settle();
    first(rehearsal).habit = 'answer';
    expect(await asked).toBe('a');
    first(rehearsal).habit = new EngineError('timed-out', 'Silence.');
    expect(await ask(rehearsal.group)).toBe('timed-out');
    expect(first(rehearsal).runs).toHaveLength(3);
  });

  it('leaves a backend alone after failures, and takes it back after one answer', async () => {
    const rehearsal = rehearse('ab', { rules: { retries: 1 } });
    const [a] = rehearsal.standIns;
    first(rehearsal).habit = broken();
    for (let count = 0; count < 20; count += 1) expect(await ask(rehearsal.group)).toBe('b');
    expect(a?.runs).toHaveLength(3);
    expect(rehearsal.changes).toMatchObject([{ name: 'a', standing: 'open' }]);
    rehearsal.now = 1000;
    first(rehearsal).habit = 'answer';
    for (let count = 0; count < 10; count += 1) await ask(rehearsal.group);
    // It has its share again, and does not catch up on what it missed.
    expect(Math.abs(rehearsal.standIns.reduce((sum, { name, runs }) => sum + (name === 'a' ? runs.length - 3 : 0), 0) - 5)).toBeLessThanOrEqual(1);
    expect(rehearsal.changes.map(({ standing }) => standing)).toEqual(['open', 'trial', 'closed']);
  });

  it('asks a backend how it is before it risks a request, where that is possible', async () => {
    const rehearsal = rehearse('ab');
    const a = first(rehearsal);
    let probes = 0;
    let well = false;
    a.probe = async () => {
      probes += 1;
      if (!well) throw new Error('no');
    };
    a.habit = broken();
    for (let count = 0; count < 10; count += 1) await ask(rehearsal.group);
    rehearsal.now = 1000;
    for (let count = 0; count < 10; count += 1) expect(await ask(rehearsal.group)).toBe('b');
    expect([probes, a.runs.length]).toEqual([1, 3]);
    [well, a.habit] = [true, 'answer'];
    rehearsal.now = 3000;
    await ask(rehearsal.group);
    await settle();
    expect(await ask(rehearsal.group)).toBe('a');
    expect(probes).toBe(2);
  });

  it('waits for the answer to its question when there is nobody else to ask', async () => {
    const rehearsal = rehearse('a', { rules: { retries: 0 } });
    const a = first(rehearsal);
    const pending: { resolve(): void; reject(error: Error): void }[] = [];
    a.probe = () => new Promise((resolve, reject) => pending.push({ resolve, reject }));
    a.habit = broken();
    for (let count = 0; count < 3; count += 1) await ask(rehearsal.group);
    expect([await ask(rehearsal.group), pending.length]).toEqual(['overloaded', 0]);
    rehearsal.now = 1000;
    a.habit = 'answer';
    const refused = [ask(rehearsal.group), ask(rehearsal.group)];
    await settle();
    pending[0]?.reject(new Error('no'));
    expect(await Promise.all(refused)).toEqual(['overloaded', 'overloaded']);
    rehearsal.now = 3000;
    const answered = [ask(rehearsal.group), ask(rehearsal.group)];
    await settle();
    pending[1]?.resolve();
    expect(await Promise.all(answered)).toEqual(['a', 'a']);
    expect(pending).toHaveLength(2);
  });

  it('leaves a backend alone for as long as it asks for, and tells the client the shortest time when all do', async () => {
    const rehearsal = rehearse('ab');
    first(rehearsal).habit = tired();
    first(rehearsal, 1).habit = busy();
    await ask(rehearsal.group);
    expect(rehearsal.group.status().map(({ standing }) => standing)).toEqual(['resting', 'resting']);
    const refusal = rehearsal.group.generate(buildRequest('Hi'), buildContext())[Symbol.asyncIterator]().next();
    await expect(refusal).rejects.toMatchObject({ code: 'overloaded', retryAfter: 3 });
    expect(rehearsal.standIns.map(({ runs }) => runs.length)).toEqual([1, 1]);
    for (const standIn of rehearsal.standIns) standIn.habit = 'answer';
    rehearsal.now = 3000;
    expect([await ask(rehearsal.group), await ask(rehearsal.group)]).toEqual(['b', 'b']);
    rehearsal.now = 7000;
    expect(await ask(rehearsal.group)).toBe('a');
  });

  it('does not leave a backend alone for hours because it says so', async () => {
    const rehearsal = rehearse('a');
    first(rehearsal).habit = new EngineError('overloaded', 'Busy.', { retryAfter: 86_400 });
    await ask(rehearsal.group);
    rehearsal.now = 60_000;
    first(rehearsal).habit = 'answer';
    expect(await ask(rehearsal.group)).toBe('a');
  });

  it('sends one request no more often than the rules allow', async () => {
    for (const retries of [0, 1, 2]) {
      const rehearsal = rehearse('abcd', { rules: { retries } });
      for (const standIn of rehearsal.standIns) standIn.habit = broken();
      expect(await ask(rehearsal.group)).toBe('upstream-failed');
      expect(rehearsal.standIns.reduce((sum, { runs }) => sum + runs.length, 0)).toBe(1 + retries);
    }
  });

  it('saves retries up for the moment in which a backend dies with many requests', async () => {
    const rehearsal = rehearse('ab', {}, { concurrency: 200 });
    for (let count = 0; count < 250; count += 1) await ask(rehearsal.group);
    const [a, b] = rehearsal.standIns;
    if (a === undefined || b === undefined) throw new Error('there are two');
    a.habit = undefined;
    b.habit = undefined;
    const asked = Array.from({ length: 100 }, () => ask(rehearsal.group));
    await settle();
    const waiting = a.runs.filter((_, index) => index >= 125);
    expect(waiting).toHaveLength(50);
    for (const run of waiting) run.fail(broken());
    await settle();
    for (const run of b.runs) run.finish();
    expect(await Promise.all(asked)).toEqual(Array.from({ length: 100 }, () => 'b'));
  });

  it('sends hardly more than the requests it gets when everything is down', async () => {
    const rehearsal = rehearse('abc', { rules: { breaker: { failures: 1_000_000, failureShare: 1, window: 1_000_000, openMs: 1000, longestOpenMs: 1000 } } });
    for (const standIn of rehearsal.standIns) standIn.habit = broken();
    for (let count = 0; count < 1000; count += 1) expect(await ask(rehearsal.group)).toBe('upstream-failed');
    const sent = rehearsal.standIns.reduce((sum, { runs }) => sum + runs.length, 0);
    // A fifth of a retry for each request, and ten that were saved up.
    expect(sent).toBeGreaterThanOrEqual(1200);
    expect(sent).toBeLessThanOrEqual(1210);
  });

  it('runs no more on a backend than it may, keeps the others in line in order, and refuses what the line cannot hold', async () => {
    const rehearsal = rehearse('a', {}, { concurrency: 2, queue: 2 });
    const a = first(rehearsal);
    a.habit = undefined;
    const asked = Array.from({ length: 5 }, (_, index) => ask(rehearsal.group, `request ${index}`));
    await settle();
    expect(rehearsal.group.status()).toMatchObject([{ running: 2, waiting: 2 }]);
    expect(await asked[4]).toBe('rate-limited');
    for (const _ of asked.slice(0, 4)) {
      for (const run of a.runs) run.finish();
      await settle();
    }
    expect(await Promise.all(asked.slice(0, 4))).toEqual(['a', 'a', 'a', 'a']);
    expect(rehearsal.group.status()).toMatchObject([{ running: 0, waiting: 0 }]);
  });

  it('says when the line may be shorter', async () => {
    const rehearsal = rehearse('a', {}, { concurrency: 1, queue: 0 });
    first(rehearsal).habit = undefined;
    const asked = ask(rehearsal.group);
    await settle();
    await expect(rehearsal.group.generate(buildRequest('Hi'), buildContext())[Symbol.asyncIterator]().next()).rejects.toMatchObject({ code: 'rate-limited', retryAfter: 2 });
    first(rehearsal).runs[0]?.finish();
    expect(await asked).toBe('a');
  });

  it('lets whoever waits for a busy backend run on another that is free', async () => {
    const rehearsal = rehearse('ab', { rules: { affinity: true } }, { concurrency: 1 });
    for (const standIn of rehearsal.standIns) standIn.habit = undefined;
    const asked = Array.from({ length: 4 }, (_, index) => ask(rehearsal.group, `question ${index}`));
    await settle();
    expect(rehearsal.standIns.map(({ runs }) => runs.length)).toEqual([1, 1]);
    // Only b goes on, and takes everybody.
    for (let round = 0; round < 4; round += 1) {
      for (const run of first(rehearsal, 1).runs) run.finish();
      await settle();
    }
    expect(rehearsal.standIns.map(({ runs }) => runs.length)).toEqual([1, 3]);
    first(rehearsal).runs[0]?.finish();
    expect((await Promise.all(asked)).toSorted()).toEqual(['a', 'b', 'b', 'b']);
  });

  it('lets whoever waited for a backend that is left alone now run elsewhere, in the order of arrival', async () => {
    const rehearsal = rehearse('ab', { rules: { affinity: true, retries: 0, breaker: { ...defaultBreakerSettings, failures: 1 } } }, { concurrency: 1 });
    const [a, b] = [first(rehearsal), first(rehearsal, 1)];
    for (const standIn of rehearsal.standIns) standIn.habit = undefined;
    // Conversations by their home, so that it is known who waits for whom.
    const texts = (home: string): string[] => Array.from({ length: 40 }, (_, index) => `question ${index}`).filter((text) => homeOf(conversationKey(buildRequest(text), 'owner_test'), [{ name: 'a', weight: 1 }, { name: 'b', weight: 1 }])?.name === home);
    const [runsOnA = '', waitsForA = ''] = texts('a');
    const [runsOnB = '', waitsForB = ''] = texts('b');
    const asked = [runsOnA, runsOnB, waitsForA, waitsForB].map((text) => ask(rehearsal.group, text));
    await settle();
    expect(rehearsal.group.status()).toMatchObject([{ running: 1, waiting: 1 }, { running: 1, waiting: 1 }]);
    a.runs[0]?.fail(broken());
    b.runs[0]?.finish();
    await settle();
    b.runs[1]?.finish();
    expect(await asked[2]).toBe('b');
    b.runs[2]?.finish();
    await settle();
    b.runs[2]?.finish();
    expect(await Promise.all(asked)).toEqual(['upstream-failed', 'b', 'b', 'b']);
  });

  it('sends the line away when the last backend is left alone', async () => {
    const rehearsal = rehearse('a', { rules: { retries: 0, breaker: { ...defaultBreakerSettings, failures: 1 } } }, { concurrency: 1 });
    first(rehearsal).habit = undefined;
    const asked = Array.from({ length: 3 }, () => ask(rehearsal.group));
    await settle();
    first(rehearsal).runs[0]?.fail(broken());
    expect(await Promise.all(asked)).toEqual(['upstream-failed', 'overloaded', 'overloaded']);
    expect(rehearsal.group.status()).toMatchObject([{ running: 0, waiting: 0, standing: 'open' }]);
  });

  it('lets a request wait no longer than the rules allow', async () => {
    const rehearsal = rehearse('a', { rules: { queueMs: 20 } }, { concurrency: 1 });
    first(rehearsal).habit = undefined;
    const running = ask(rehearsal.group);
    expect(await ask(rehearsal.group)).toBe('overloaded');
    first(rehearsal).runs[0]?.finish();
    expect(await running).toBe('a');
  });

  it('is available while one backend is, and again when one may be asked how it is', async () => {
    const rehearsal = rehearse('ab', { rules: { retries: 1 } });
    for (const standIn of rehearsal.standIns) standIn.habit = broken();
    expect(rehearsal.group.available()).toBe(true);
    for (let count = 0; count < 10; count += 1) await ask(rehearsal.group);
    expect(rehearsal.group.available()).toBe(false);
    rehearsal.now = 1000;
    expect(rehearsal.group.available()).toBe(true);
  });

  it('shows the smallest limits of its backends, and what all of them can do', async () => {
    const rehearsal = rehearse('ab');
    const [a, b] = rehearsal.standIns;
    if (a === undefined || b === undefined) throw new Error('there are two');
    const card = await a.card();
    a.card = async () => ({ ...card, contextLength: 8192, createdAt: 5 });
    b.card = async () => ({ ...card, contextLength: 4096, capabilities: { ...card.capabilities, images: false } });
    expect(await rehearsal.group.card()).toMatchObject({ id: 'm', displayName: 'm', createdAt: 5, ownedBy: 'a', contextLength: 4096, capabilities: { tools: true, images: false } });
    b.card = async () => Promise.reject(new Error('down'));
    expect(await rehearsal.group.card()).toMatchObject({ contextLength: 8192 });
  });

  it('counts tokens on any backend that can', async () => {
    const standIns = [new StandIn('a'), new StandIn('b')];
    const members = standIns.map((standIn) => ({ backend: new Backend(standIn.name, standIn), weight: 1, concurrency: 1, queue: 1 }));
    expect(new BackendGroup({ id: 'm', members }).countTokens).toBeUndefined();
    Object.assign(standIns[1] ?? {}, { countTokens: async () => 42 });
    const group = new BackendGroup({ id: 'm', members });
    expect(await group.countTokens?.(buildRequest('Hi'), buildContext())).toBe(42);
  });

  it('goes on to the next backend when one finds out only when it is asked that it cannot count', async () => {
    const standIns = [new StandIn('a'), new StandIn('b')];
    const cannot = async (): Promise<number> => Promise.reject(new EngineError('unsupported', 'no'));
    for (const [index, countTokens] of [cannot, async (): Promise<number> => 42].entries()) Object.assign(standIns[index] ?? {}, { countTokens });
    const members = standIns.map((standIn) => ({ backend: new Backend(standIn.name, standIn), weight: 1, concurrency: 1, queue: 1 }));
    expect(await new BackendGroup({ id: 'm', members }).countTokens?.(buildRequest('Hi'), buildContext())).toBe(42);
  });

  it('speaks a dialect natively when all of its backends do, with seals that all of them accept', () => {
    const groupOf = (...issuers: readonly (string | undefined)[]): BackendGroup =>
      new BackendGroup({
        id: 'm',
        members: issuers.map((issuer, index) => {
          const generator = Object.assign(new StandIn(`${index}`), issuer === undefined ? {} : { native: { dialect: 'messages' as const, issuer } });
          return { backend: new Backend(`${index}`, generator), weight: 1, concurrency: 1, queue: 1 };
        }),
      });
    expect(groupOf('x', 'x').native).toEqual({ dialect: 'messages', issuer: 'x' });
    const sealing = ['x', 'x'].map((issuer, index) => ({ backend: new Backend(`${index}`, Object.assign(new StandIn('a'), { issuer })), weight: 1, concurrency: 1, queue: 1 }));
    expect([new BackendGroup({ id: 'm', members: sealing }).issuer, groupOf('x', 'x').issuer]).toEqual(['x', undefined]);
    expect([groupOf('x', 'y').native, groupOf('x', undefined).native, groupOf(undefined).native]).toEqual([undefined, undefined, undefined]);
  });

  it('closes a backend only when no other group holds it', async () => {
    const [shared, own] = [new StandIn('shared'), new StandIn('own')];
    const [backend, other] = [new Backend('shared', shared), new Backend('own', own)];
    const part = { weight: 1, concurrency: 4, queue: 4 };
    const before = new BackendGroup({ id: 'm', members: [{ backend, ...part }, { backend: other, ...part }] });
    const after = new BackendGroup({ id: 'm', members: [{ backend, ...part }] });
    await before.close();
    await before.close();
    expect([shared.closed, own.closed]).toEqual([0, 1]);
    expect(await ask(after)).toBe('shared');
    await after.close();
    expect(shared.closed).toBe(1);
  });

  it('tells a group that waits when another group has left a backend that both hold', async () => {
    const shared = new StandIn('shared');
    shared.habit = undefined;
    const backend = new Backend('shared', shared);
    const part = { backend, weight: 1, concurrency: 1, queue: 4 };
    const [one, two] = [new BackendGroup({ id: 'm', members: [part] }), new BackendGroup({ id: 'm', members: [part] })];
    const [running, waiting] = [ask(one), ask(two)];
    await settle();
    expect([one.status()[0]?.running, two.status()[0]?.waiting]).toEqual([1, 1]);
    shared.runs[0]?.finish();
    expect(await running).toBe('shared');
    await settle();
    shared.runs[1]?.finish();
    expect(await waiting).toBe('shared');
  });

  it('is refused without a backend, and with two of one name', () => {
    expect(() => rehearse('')).toThrow(EngineError);
    expect(() => rehearse('aa')).toThrow(EngineError);
  });
});
