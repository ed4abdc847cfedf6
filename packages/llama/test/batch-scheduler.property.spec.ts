import { setImmediate as turn, setTimeout as pause } from 'node:timers/promises';

import * as fc from 'fast-check';

import { BatchScheduler } from '#src/worker/batches/batch-scheduler.js';

/**
 * The steps of one stream: prefill chunks, then tokens of its completion; `cancelledAt` is the step before which it
 * is cancelled.
 */
interface Stream {
  readonly prefillTokens: readonly number[];
  readonly tokens: number;
  readonly late: number;
  readonly cancelledAt: number;
}

interface Evaluation {
  readonly stream: number;
  readonly reads: number;
}

const prefillChunkSize = 64;
/**
 * Multiples of three never form a complete chunk, from which the speed would be measured, so the chunk size stays
 * constant.
 */
const length = fc.integer({ min: 1, max: 21 }).map((third) => third * 3);

const streams = fc.array(
  fc.record({
    prefillTokens: fc.array(length, { minLength: 1, maxLength: 4 }),
    tokens: fc.nat(6),
    late: fc.nat(8),
    cancelledAt: fc.integer({ min: 1, max: 30 }),
  }),
  { minLength: 1, maxLength: 5 },
);

/** A fixed number of completions per batch, however many wait. */
const always = (width: number) => ({ choose: () => width, recordTime: () => undefined });

/** Runs all streams and records which evaluations ran together. A batch ends when no evaluation runs. */
async function run(
  all: readonly Stream[],
  width = 100,
): Promise<{ readonly batches: readonly (readonly Evaluation[])[]; readonly done: readonly number[] }> {
  const batches = new BatchScheduler({ width: always(width) });
  const recorded: Evaluation[][] = [];
  let running = 0;
  const evaluate = (evaluation: Evaluation) => async (): Promise<void> => {
    if (running === 0) recorded.push([]);
    recorded.at(-1)?.push(evaluation);
    running += 1;
    for (let turns = evaluation.stream; turns >= 0; turns -= 1) await turn();
    running -= 1;
  };
  const live = async ({ prefillTokens, tokens, late, cancelledAt }: Stream, stream: number): Promise<number> => {
    const control = new AbortController();
    const seat = { sequenceIndex: stream, signal: control.signal };
    let done = 0;
    for (let turns = late; turns > 0; turns -= 1) await turn();
    try {
      for (const reads of prefillTokens) {
        if (done === cancelledAt) control.abort();
        await batches.read(seat, reads, evaluate({ stream, reads }));
        done += 1;
      }
      for (let count = 0; count < tokens; count += 1) {
        if (done === cancelledAt) control.abort();
        await batches.write(seat, evaluate({ stream, reads: 0 }));
        done += 1;
      }
    } catch (thrown) {
      if (thrown !== control.signal.reason) throw thrown;
    }
    return done;
  };
  return { done: await Promise.all(all.map(live)), batches: recorded };
}

describe('what is evaluated together', () => {
  it('is everything that was asked for, once, up to where a stream gave up', async () => {
    await fc.assert(
      fc.asyncProperty(streams, async (all) => {
        const { batches, done } = await run(all);
        expect(done).toEqual(
          all.map(({ prefillTokens, tokens, cancelledAt }) => Math.min(prefillTokens.length + tokens, cancelledAt)),
        );
        const evaluated = batches.flat();
        expect(evaluated).toHaveLength(done.reduce((sum, count) => sum + count, 0));
        all.forEach(({ prefillTokens }, stream) => {
          const read = evaluated.filter((one) => one.stream === stream && one.reads > 0).map(({ reads }) => reads);
          expect(read).toEqual(prefillTokens.slice(0, done[stream]));
        });
      }),
    );
  });

  it('evaluates either prompts of one chunk in total or the next token of an optimal number of completions', async () => {
    await fc.assert(
      fc.asyncProperty(streams, fc.integer({ min: 1, max: 6 }), async (all, width) => {
        const { batches, done } = await run(all, width);
        const remaining = all.map(({ prefillTokens }, stream) => ({
          stream,
          reads: Math.min(prefillTokens.length, done[stream] ?? 0),
          writes: Math.max(0, (done[stream] ?? 0) - prefillTokens.length),
        }));
        let round: number[] = [];
        for (const batch of batches) {
          const reads = batch.reduce((sum, one) => sum + one.reads, 0);
          // A round ends when each completion that was active at its start has its token; no prompt is read in
          // between.
          if (round.length === 0 && reads === 0)
            round = remaining.filter((one) => one.reads === 0 && one.writes > 0).map(({ stream }) => stream);
          const writers = round.splice(0, width);
          expect({
            prompts: batch.every((one) => one.reads > 0),
            isWithinBatch: reads <= prefillChunkSize,
            writers: reads > 0 ? [] : batch.map(({ stream }) => stream),
          }).toEqual({ prompts: reads > 0, isWithinBatch: true, writers });
          for (const { stream, reads: read } of batch) {
            const rest = remaining[stream];
            if (rest !== undefined) rest[read > 0 ? 'reads' : 'writes'] -= 1;
          }
        }
      }),
    );
  });

  it('starts the entries of a batch in sequence order, regardless of the order of arrival', async () => {
    await fc.assert(
      fc.asyncProperty(streams, async (all) => {
        const { batches } = await run(all, 3);
        for (const batch of batches)
          expect(batch.map(({ stream }) => stream)).toEqual(
            batch.map(({ stream }) => stream).toSorted((a, b) => a - b),
          );
      }),
    );
  });

  it('alternates: no completion waits for two chunks, no prompt for two tokens', async () => {
    const { batches } = await run([
      { prefillTokens: [63, 63, 63, 63, 63, 63], tokens: 0, late: 0, cancelledAt: 100 },
      { prefillTokens: [3], tokens: 4, late: 0, cancelledAt: 100 },
      { prefillTokens: [3], tokens: 4, late: 0, cancelledAt: 100 },
    ]);
    expect(batches.map((batch) => batch.map(({ stream }) => stream))).toEqual([
      [0],
      [1, 2],
      [1, 2],
      [0],
      [1, 2],
      [0],
      [1, 2],
      [0],
      [1, 2],
      [0],
      [0],
    ]);
  });

  it('runs other work as soon as the engine evaluates the next batch', async () => {
    const batches = new BatchScheduler();
    const seat = { sequenceIndex: 0, signal: new AbortController().signal };
    const order: string[] = [];
    batches.whileBusy(() => order.push('other work'));
    await batches.write(seat, async () => {
      order.push('begins');
      await turn();
      await turn();
      order.push('ends');
    });
    expect(order).toEqual(['begins', 'other work', 'ends']);
  });

  it('reports an evaluation that does not end, and nothing while it is idle', async () => {
    let reported = 0;
    const batches = new BatchScheduler({
      onStuck: () => (reported += 1),
      silenceRules: { intervalMs: 5, maxUnanswered: 3 },
    });
    const seat = { sequenceIndex: 0, signal: new AbortController().signal };
    await batches.write(seat, () => turn());
    await pause(60);
    expect(reported).toBe(0);
    void batches.read(seat, 3, () => new Promise(() => undefined));
    await pause(60);
    expect(reported).toBeGreaterThan(0);
  });
});
