// Properties of a group under any order of requests, responses, failures, aborts and pauses.
import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import { EngineError } from '#src/errors/engine-error.js';
import { generateText, upstreamFailure, setUpBackends, settle } from '#src/testing/backend-setup.js';

const command = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({ type: fc.constant('ask' as const), text: fc.constantFrom('one', 'two', 'three', 'four') }),
  },
  { weight: 2, arbitrary: fc.record({ type: fc.constant('begin' as const), which: fc.nat(30) }) },
  { weight: 3, arbitrary: fc.record({ type: fc.constant('finish' as const), which: fc.nat(30) }) },
  {
    weight: 2,
    arbitrary: fc.record({
      type: fc.constant('fail' as const),
      which: fc.nat(30),
      how: fc.constantFrom('broken' as const, 'busy' as const, 'refused' as const, 'silent' as const),
    }),
  },
  { weight: 2, arbitrary: fc.record({ type: fc.constant('abort' as const), which: fc.nat(30) }) },
  { weight: 1, arbitrary: fc.record({ type: fc.constant('wait' as const), ms: fc.nat(2500) }) },
);

const failures = {
  broken: upstreamFailure,
  busy: () => new EngineError('overloaded', 'Busy.', { retryAfter: 1 }),
  refused: () => new EngineError('upstream-rejected', 'No.'),
  silent: () => new EngineError('timed-out', 'Silence.'),
};

describe('a group of backends, whatever happens in whatever order', () => {
  it('never exceeds its running and queue limits, never asks an open backend, ends every request once, and loses no slot', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(command, { maxLength: 60 }),
        fc.boolean(),
        fc.integer({ min: 1, max: 3 }),
        fc.integer({ min: 0, max: 3 }),
        async (commands, affinity, concurrency, queue) => {
          const rehearsal = setUpBackends('abc', { rules: { affinity } }, { concurrency, queue });
          const { group, fakes } = rehearsal;
          for (const placeholder of fakes) placeholder.behavior = undefined;
          const asked: { readonly outcome: Promise<string>; readonly abort: AbortController }[] = [];
          const runs = (): (typeof fakes)[number]['runs'] => fakes.flatMap((placeholder) => placeholder.runs);
          for (const next of commands) {
            const before = fakes.map((placeholder) => placeholder.runs.length);
            const remaining = group.status().map(({ status }) => status);
            switch (next.type) {
              case 'ask': {
                const abort = new AbortController();
                asked.push({ outcome: generateText(group, next.text, abort.signal), abort });
                break;
              }
              case 'begin':
                runs()[next.which]?.start();
                break;
              case 'finish':
                runs()[next.which]?.finish();
                break;
              case 'fail':
                runs()[next.which]?.fail(failures[next.how]());
                break;
              case 'abort':
                asked[next.which]?.abort.abort();
                break;
              case 'wait':
                rehearsal.now += next.ms;
                break;
            }
            await settle();
            for (const [index, { running, waiting }] of group.status().entries()) {
              expect(running).toBeLessThanOrEqual(concurrency);
              expect(waiting).toBeLessThanOrEqual(queue);
              expect(running).toBe(fakes[index]?.open);
              // The pause of an open circuit may have ended since; then one request may run.
              const started = (fakes[index]?.runs.length ?? 0) - (before[index] ?? 0);
              assert.ok(remaining[index] !== 'open' || started <= 1, 'an open one is asked once at most');
              assert.ok(
                remaining[index] !== 'backing-off' || next.type !== 'ask' || started === 0,
                'one that rests is not asked',
              );
            }
          }
          for (const { abort } of asked.filter((_, index) => index % 2 === 0)) abort.abort();
          for (let round = 0; round < 200 && fakes.some(({ open }) => open > 0); round += 1) {
            for (const run of runs()) run.finish();
            await settle();
          }
          for (const { abort } of asked) abort.abort();
          const outcomes = await Promise.all(asked.map(({ outcome }) => outcome));
          expect(outcomes).toHaveLength(asked.length);
          for (const { running, waiting } of group.status()) expect([running, waiting]).toEqual([0, 0]);
          expect(fakes.map(({ open }) => open)).toEqual([0, 0, 0]);
        },
      ),
      { numRuns: 60 },
    );
  }, 60_000);
});
