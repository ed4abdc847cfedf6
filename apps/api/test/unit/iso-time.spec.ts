import * as fc from 'fast-check';
import { isoTime } from '#src/iso-time.js';

describe('the time of a log line', () => {
  it("equals the date's own ISO string, whatever time was formatted before", () => {
    fc.assert(
      fc.property(
        fc.array(fc.integer({ min: 0, max: 4_102_444_800_000 }), { minLength: 1 }),
        fc.boolean(),
        (times, near) => {
          // Includes times within one second, for which everything but the milliseconds is cached.
          const moments = near ? times.map((time) => 1_790_000_000_000 + (time % 3000)) : times;
          let at = 0;
          const time = isoTime(() => moments[at] ?? 0);
          for (; at < moments.length; at += 1)
            expect(time()).toBe(`,"time":"${new Date(moments[at] ?? 0).toISOString()}"`);
        },
      ),
    );
  });
});
