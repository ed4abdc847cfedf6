import * as fc from 'fast-check';

import { AdmissionQueue } from '#src/generators/llama/admission-queue.js';

type Step = 'enter' | 'leave' | 'give up';

describe('the admission queue', () => {
  it('never admits more than it has places, admits in order, and ends empty', async () => {
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 1, max: 3 }), fc.nat({ max: 4 }), fc.array(fc.constantFrom<Step>('enter', 'leave', 'give up'), { maxLength: 40 }), async (places, limit, steps) => {
        const queue = new AdmissionQueue(places, limit);
        const running: (() => void)[] = [];
        const waiting: { readonly number: number; readonly control: AbortController }[] = [];
        const admitted: number[] = [];
        let number = 0;
        const enter = (): void => {
          const control = new AbortController();
          const mine = number++;
          const waits = queue.running >= places;
          if (waits && queue.waiting < limit) waiting.push({ number: mine, control });
          void queue.enter(control.signal).then(
            (leave) => {
              admitted.push(mine);
              running.push(leave);
            },
            () => undefined,
          );
        };
        for (const step of steps) {
          if (step === 'enter') enter();
          if (step === 'leave') running.shift()?.();
          if (step === 'give up') waiting.pop()?.control.abort();
          await Promise.resolve();
          await Promise.resolve();
          expect(queue.running).toBeLessThanOrEqual(places);
          expect(queue.waiting).toBeLessThanOrEqual(limit);
        }
        expect(admitted).toEqual(admitted.toSorted((a, b) => a - b));
        while (queue.running > 0) {
          running.shift()?.();
          await Promise.resolve();
          await Promise.resolve();
        }
        expect(queue.waiting).toBe(0);
      }),
    );
  });

  it('gives a place back only once, however often it is told', async () => {
    const queue = new AdmissionQueue(1, 1);
    const leave = await queue.enter(new AbortController().signal);
    leave();
    leave();
    expect(queue.running).toBe(0);
    await queue.enter(new AbortController().signal);
    expect(queue.running).toBe(1);
  });

  it('says when to come back, never later than a minute', async () => {
    const queue = new AdmissionQueue(1, 0);
    await queue.enter(new AbortController().signal);
    await expect(queue.enter(new AbortController().signal)).rejects.toMatchObject({ code: 'rate-limited', retryAfter: expect.any(Number) });
  });
});
