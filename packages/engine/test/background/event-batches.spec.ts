import { EventBatches } from '#src/background/event-batches.js';
import type { TurnEvent } from '#src/ports/turn-event-log.js';
import { eventually, pause } from '#src/testing/eventually.js';

describe('Batches of events', () => {
  function recording(
    over: { next?: number; batchMs?: number; write?: (events: readonly TurnEvent[]) => Promise<void> } = {},
  ) {
    const written: (readonly TurnEvent[])[] = [];
    const failures: unknown[] = [];
    let open = 0;
    let maxOpen = 0;
    const batches = new EventBatches({
      next: over.next ?? 0,
      batchMs: over.batchMs ?? 10,
      write: async (events) => {
        written.push(events);
        maxOpen = Math.max(maxOpen, (open += 1));
        await (over.write?.(events) ?? pause(5));
        open -= 1;
      },
      onFailure: (error) => failures.push(error),
    });
    return { batches, written, failures, maxOpen: () => maxOpen };
  }

  it('numbers events without a gap and writes them in order, one batch at a time, at any rate', async () => {
    const { batches, written, maxOpen } = recording({ next: 3 });
    const all: string[] = [];
    for (let n = 0; n < 200; n++) {
      const group = Array.from({ length: n % 4 }, (_, k) => `${n}.${k}`);
      all.push(...group);
      await batches.push(group);
      if (n % 17 === 0) await pause(4);
    }
    const last = await batches.drainUnwritten(['one', 'two']);
    expect([...written.flat(), ...last]).toEqual([...all, 'one', 'two'].map((data, n) => ({ seq: n + 3, data })));
    expect(maxOpen()).toBe(1);
    expect(written.length).toBeGreaterThan(1);
    expect(written.every((batch) => batch.length > 0)).toBe(true);
  });

  it('are all written when a step waits for them, without the pause of a batch', async () => {
    const { batches, written } = recording({ batchMs: 60_000 });
    batches.push(['first']);
    await eventually(() => written.length === 1);
    batches.push(['second']);
    await batches.written();
    expect(written.flat().map(({ data }) => data)).toEqual(['first', 'second']);
  });

  it('end the step that waits for them when they cannot be written', async () => {
    const { batches } = recording({ write: () => Promise.reject(new Error('full')) });
    batches.push(['first']);
    await expect(batches.written()).rejects.toMatchObject({ code: 'cancelled' });
  });

  it('never splits the events of one call', async () => {
    const { batches, written } = recording({ batchMs: 1 });
    for (let n = 0; n < 50; n++) {
      await batches.push([`${n}a`, `${n}b`, `${n}c`]);
      if (n % 5 === 0) await pause(2);
    }
    await batches.drainUnwritten([]);
    for (const batch of written) expect(batch.length % 3).toBe(0);
  });

  it('go at once after a pause, and together in a rush', async () => {
    const { batches, written } = recording({ batchMs: 40 });
    batches.push(['first']);
    await eventually(() => written.length === 1);
    for (let n = 0; n < 10; n++) batches.push([`${n}`]);
    await eventually(() => written.length === 2);
    expect(written.map((batch) => batch.length)).toEqual([1, 10]);
    batches.stop();
  });

  it('writes many events at once, others soon after them, and none twice', async () => {
    const { batches, written } = recording({ batchMs: 1, write: async () => undefined });
    for (let n = 0; n < 64; n++) batches.push([`${n}`]);
    batches.push(['more']);
    expect(written.map((batch) => batch.length)).toEqual([64]);
    await eventually(() => written.length > 1);
    await pause(20);
    expect(written.map((batch) => batch.length)).toEqual([64, 1]);
  });

  it("that are the last are the caller's alone, once all before them are written", async () => {
    const writing = Promise.withResolvers<void>();
    const { batches, written } = recording({ batchMs: 1, write: () => writing.promise });
    batches.push(['first']);
    await eventually(() => written.length === 1);
    batches.push(['second']);
    let taken: readonly TurnEvent[] | undefined;
    const taking = batches.drainUnwritten([]).then((last) => (taken = last));
    await pause(5);
    expect(taken).toBeUndefined();
    writing.resolve();
    await taking;
    await pause(5);
    expect([taken, written.length]).toEqual([[{ seq: 1, data: 'second' }], 1]);
    expect(batches.push(['third'])).toBeUndefined();
    expect(await batches.drainUnwritten(['other'])).toEqual([
      { seq: 1, data: 'second' },
      { seq: 2, data: 'other' },
    ]);
  });

  it('hands events that still wait at the last take to the caller alone', async () => {
    const { batches, written } = recording();
    batches.push(['first']);
    expect(await batches.drainUnwritten(['last'])).toEqual([
      { seq: 0, data: 'first' },
      { seq: 1, data: 'last' },
    ]);
    await pause(20);
    expect(written).toEqual([]);
  });

  it('go soon also when all before them were written long ago', async () => {
    const { batches, written } = recording({ batchMs: 1 });
    batches.push(['first']);
    await eventually(() => written.length === 1);
    await pause(20);
    batches.push(['second']);
    await eventually(() => written.length === 2);
    expect(written[1]).toEqual([{ seq: 1, data: 'second' }]);
    batches.stop();
  });

  it('writes no more often than configured', async () => {
    const { batches, written } = recording({ batchMs: 600_000 });
    batches.push(['first']);
    await eventually(() => written.length === 1);
    batches.push(['second']);
    await pause(100);
    expect(written).toHaveLength(1);
    expect(await batches.drainUnwritten(['third'])).toMatchObject([{ data: 'second' }, { data: 'third' }]);
  });

  it('makes the producer wait when the store does not keep up', async () => {
    let release = (): void => undefined;
    const { batches } = recording({ batchMs: 0, write: () => new Promise((resolve) => (release = resolve)) });
    batches.push(['first']);
    await pause(5);
    expect(batches.push(['second'])).toBeUndefined();
    let drained: Promise<void> | undefined;
    let taken = 0;
    while (drained === undefined && taken < 100_000) {
      drained = batches.push(['more']);
      taken += 1;
    }
    expect(taken).toBeLessThan(2_000);
    release();
    await drained;
    batches.stop();
  });

  it('stops writing after a failed write and reports it once', async () => {
    const failure = new Error('no');
    const { batches, written, failures } = recording({ batchMs: 0, write: () => Promise.reject(failure) });
    batches.push(['a']);
    await pause(10);
    batches.push(['b']);
    await pause(10);
    expect(failures).toEqual([failure]);
    expect(written).toHaveLength(1);
  });
});
