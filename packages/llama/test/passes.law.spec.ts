import { setImmediate as turn, setTimeout as pause } from 'node:timers/promises';

import * as fc from 'fast-check';

import { Passes } from '#src/worker/passes/passes.js';

/** What one stream does: pieces of its prompt, then tokens of its answer; `gone` says before which of these it gives up. */
interface Stream {
  readonly pieces: readonly number[];
  readonly tokens: number;
  readonly late: number;
  readonly gone: number;
}

interface Evaluation {
  readonly stream: number;
  readonly reads: number;
}

const piece = 64;
/** Multiples of three never make a whole piece, from which the speed would be measured: so a piece stays what it is. */
const length = fc.integer({ min: 1, max: 21 }).map((third) => third * 3);

const streams = fc.array(
  fc.record({
    pieces: fc.array(length, { minLength: 1, maxLength: 4 }),
    tokens: fc.nat(6),
    late: fc.nat(8),
    gone: fc.integer({ min: 1, max: 30 }),
  }),
  { minLength: 1, maxLength: 5 },
);

/** So many answers together, however many wait. */
const always = (width: number) => ({ choose: () => width, took: () => undefined });

/** Runs all streams and notes which evaluations ran together. A pass is over when no evaluation runs. */
async function run(
  all: readonly Stream[],
  width = 100,
): Promise<{ readonly passes: readonly (readonly Evaluation[])[]; readonly done: readonly number[] }> {
  const passes = new Passes({ width: always(width) });
  const noted: Evaluation[][] = [];
  let running = 0;
  const evaluate = (evaluation: Evaluation) => async (): Promise<void> => {
    if (running === 0) noted.push([]);
    noted.at(-1)?.push(evaluation);
    running += 1;
    for (let turns = evaluation.stream; turns >= 0; turns -= 1) await turn();
    running -= 1;
  };
  const live = async ({ pieces, tokens, late, gone }: Stream, stream: number): Promise<number> => {
    const control = new AbortController();
    const seat = { place: stream, signal: control.signal };
    let done = 0;
    for (let turns = late; turns > 0; turns -= 1) await turn();
    try {
      for (const reads of pieces) {
        if (done === gone) control.abort();
        await passes.read(seat, reads, evaluate({ stream, reads }));
        done += 1;
      }
      for (let count = 0; count < tokens; count += 1) {
        if (done === gone) control.abort();
        await passes.write(seat, evaluate({ stream, reads: 0 }));
        done += 1;
      }
    } catch (thrown) {
      if (thrown !== control.signal.reason) throw thrown;
    }
    return done;
  };
  return { done: await Promise.all(all.map(live)), passes: noted };
}

describe('what is evaluated together', () => {
  it('is everything that was asked for, once, up to where a stream gave up', async () => {
    await fc.assert(
      fc.asyncProperty(streams, async (all) => {
        const { passes, done } = await run(all);
        expect(done).toEqual(all.map(({ pieces, tokens, gone }) => Math.min(pieces.length + tokens, gone)));
        const evaluated = passes.flat();
        expect(evaluated).toHaveLength(done.reduce((sum, count) => sum + count, 0));
        all.forEach(({ pieces }, stream) => {
          const read = evaluated.filter((one) => one.stream === stream && one.reads > 0).map(({ reads }) => reads);
          expect(read).toEqual(pieces.slice(0, done[stream]));
        });
      }),
    );
  });

  it('is either prompts, one piece in all, or the next token of so many answers as go well together', async () => {
    await fc.assert(
      fc.asyncProperty(streams, fc.integer({ min: 1, max: 6 }), async (all, width) => {
        const { passes, done } = await run(all, width);
        const left = all.map(({ pieces }, stream) => ({
          stream,
          reads: Math.min(pieces.length, done[stream] ?? 0),
          writes: Math.max(0, (done[stream] ?? 0) - pieces.length),
        }));
        let round: number[] = [];
        for (const pass of passes) {
          const reads = pass.reduce((sum, one) => sum + one.reads, 0);
          // A turn of the answers is over when each that was being written at its beginning has its token; nobody reads in between.
          if (round.length === 0 && reads === 0)
            round = left.filter((one) => one.reads === 0 && one.writes > 0).map(({ stream }) => stream);
          const writers = round.splice(0, width);
          expect({
            prompts: pass.every((one) => one.reads > 0),
            fits: reads <= piece,
            writers: reads > 0 ? [] : pass.map(({ stream }) => stream),
          }).toEqual({ prompts: reads > 0, fits: true, writers });
          for (const { stream, reads: read } of pass) {
            const rest = left[stream];
            if (rest !== undefined) rest[read > 0 ? 'reads' : 'writes'] -= 1;
          }
        }
      }),
    );
  });

  it('begins in the order of the sequences, whoever was ready first', async () => {
    await fc.assert(
      fc.asyncProperty(streams, async (all) => {
        const { passes } = await run(all, 3);
        for (const pass of passes)
          expect(pass.map(({ stream }) => stream)).toEqual(pass.map(({ stream }) => stream).toSorted((a, b) => a - b));
      }),
    );
  });

  it('takes turns: no answer waits for two pieces, no prompt for two tokens', async () => {
    const { passes } = await run([
      { pieces: [63, 63, 63, 63, 63, 63], tokens: 0, late: 0, gone: 100 },
      { pieces: [3], tokens: 4, late: 0, gone: 100 },
      { pieces: [3], tokens: 4, late: 0, gone: 100 },
    ]);
    expect(passes.map((pass) => pass.map(({ stream }) => stream))).toEqual([
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

  it('leaves time for other work as soon as the engine is at the next pass', async () => {
    const passes = new Passes();
    const seat = { place: 0, signal: new AbortController().signal };
    const order: string[] = [];
    passes.whileBusy(() => order.push('other work'));
    await passes.write(seat, async () => {
      order.push('begins');
      await turn();
      await turn();
      order.push('ends');
    });
    expect(order).toEqual(['begins', 'other work', 'ends']);
  });

  it('tells of one that does not end, and of nothing while there is nothing to evaluate', async () => {
    let told = 0;
    const passes = new Passes({ stuck: () => (told += 1), patience: { everyMs: 5, most: 3 } });
    const seat = { place: 0, signal: new AbortController().signal };
    await passes.write(seat, () => turn());
    await pause(60);
    expect(told).toBe(0);
    void passes.read(seat, 3, () => new Promise(() => undefined));
    await pause(60);
    expect(told).toBeGreaterThan(0);
  });
});
