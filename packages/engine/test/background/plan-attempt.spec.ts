import { EngineError } from '#src/errors/engine-error.js';
import { planAttempt } from '#src/background/plan-attempt.js';
import type { Job } from '#src/ports/job-store.js';

const job = (fields: Partial<Job> = {}): Job => ({
  owner: 'ada',
  turnId: 'resp_1',
  queue: '',
  fairQueueKey: 0,
  attempt: 1,
  request: {},
  createdAt: 1,
  cancelRequested: false,
  expired: false,
  ...fields,
});

describe('The policy for a job that was claimed', () => {
  it.each([
    ['runs a new one', job(), false, { kind: 'run' }],
    ['runs one again of which nothing was seen', job({ attempt: 2 }), false, { kind: 'run' }],
    ['runs one for the last time', job({ attempt: 5 }), false, { kind: 'run' }],
    [
      'fails one that has been started too often',
      job({ attempt: 6 }),
      false,
      { kind: 'end', error: { code: 'internal', retryable: false } },
    ],
    [
      'ends one of which something was seen',
      job({ attempt: 2 }),
      true,
      { kind: 'end', error: { code: 'internal', retryable: true } },
    ],
    [
      'ends one that is not wanted any more',
      job({ cancelRequested: true }),
      false,
      { kind: 'end', error: { code: 'cancelled' } },
    ],
    [
      'calls it cancelled even if something was seen',
      job({ attempt: 9, cancelRequested: true }),
      true,
      { kind: 'end', error: { code: 'cancelled' } },
    ],
  ] as const)('%s', (_, claimed, hasOutput, expected) => {
    expect(planAttempt(claimed, { hasOutput: hasOutput }, 5)).toMatchObject(expected);
  });

  it.each([
    [
      'in the middle of a response',
      2,
      true,
      'The service could not write to its store while it generated this response, so it cannot complete it.',
    ],
    [
      'at its last attempt',
      6,
      false,
      'The service was interrupted 5 times while it worked on this request, the last time because it could not write to its store, and does not retry it.',
    ],
  ])('reports a store failure as the cause, %s', (_, attempt, hasOutput, message) => {
    const storeFailure = new EngineError('internal', 'The disk is full: nothing was stored.');
    expect(planAttempt(job({ attempt }), { hasOutput: hasOutput, storeFailure }, 5)).toMatchObject({
      kind: 'end',
      error: { message, cause: storeFailure },
    });
  });
});
