// An acknowledged background response ends exactly once, after any crash of its process.
import { setTimeout as pause } from 'node:timers/promises';
import { faultsOf, readRun, startBackground } from '../background-runs.mjs';
import { scaled } from '../check.mjs';
import { none } from '../figure.mjs';
import { inParallel } from '../in-parallel.mjs';
import { untilAllEnded } from '../until-all-ended.mjs';
import { keys, openWorld } from '../world.mjs';

/** Maximum time from the restart until everything has ended, in milliseconds. */
const maxWaitMs = 30_000;

/** @type {import('../check.mjs').Check} */
export const backgroundKills = {
  name: 'background-kills',
  goal: 'kill -9 twenty times with 200 background responses in flight: none is lost, none is duplicated, all end within 30 s of the restart',
  stores: ['sqlite', 'postgres'],
  async run({ scale, store, random, progress }) {
    const rounds = scaled(20, scale, 2);
    const inFlight = scaled(200, scale, 20);
    // All of them run at once, because the kill would otherwise mostly hit waiting ones. The short form does not wait
    // for a full lease.
    const background = { concurrency: inFlight, ...(scale < 0.5 ? { leaseSeconds: 2 } : {}) };
    const world = await openWorld({ store, settings: { background } });
    try {
      const seen = [];
      const unended = [];
      const faults = [];
      const slowest = [];
      const outcomes = {};
      for (let round = 0; round < rounds; round += 1) {
        const orders = Array.from({ length: inFlight }, (_, index) => ({
          tag: `r${round}-${index}`,
          words: 2 + random.integer(30),
          headers: 0,
          // Some have produced no output when the process crashes, so they may run again.
          first: random.chance(0.3) ? 1_000 + random.integer(1_500) : random.integer(200),
          gap: 10 + random.integer(40),
        }));
        const runs = (
          await inParallel(orders, 32, (order) =>
            startBackground({ url: random.pick(world.services).url, key: random.pick(Object.values(keys)) }, order),
          )
        ).filter((run) => run !== undefined);
        const early = random.integer(1_000);
        await pause(early);
        const victim = random.pick(world.services);
        await victim.kill();
        await victim.start();
        const { ended, seconds } = await untilAllEnded(
          runs,
          async (run) => {
            const { ended: isOver, text } = await readRun(random.pick(world.services).url, run);
            return isOver ? text : undefined;
          },
          { maxWaitMs },
        );
        slowest.push(seconds);
        for (const run of runs) if (!ended.has(run)) unended.push(`${run.id} in round ${round}`);
        for (const [run, text] of ended) seen.push({ run, text });
        faults.push(
          ...(
            await inParallel(ended, 16, ([run, text]) => faultsOf(random.pick(world.services).url, run, text))
          ).flat(),
        );
        for (const text of ended.values()) {
          const { status } = JSON.parse(text);
          outcomes[status] = (outcomes[status] ?? 0) + 1;
        }
        progress(
          `round ${round + 1} of ${rounds}: killed after ${early} ms, ${ended.size} of ${runs.length} ended within ${slowest.at(-1).toFixed(1)} s`,
        );
      }
      // A terminal status never changes, and nothing is lost later.
      const changed = [];
      await inParallel(seen, 16, async ({ run, text }) => {
        const now = await readRun(random.pick(world.services).url, run);
        if (now.text !== text) changed.push(`${run.id} is ${now.status} and not what it was`);
      });
      const again = seen.filter(({ run }) => world.upstream.requestsOf(run.tag).length > 1).length;
      return {
        did: `${rounds} kills, ${seen.length + unended.length} acknowledged (${Object.entries(outcomes)
          .map((entry) => entry.join(' '))
          .join(', ')}), ${again} of them sent to the upstream more than once`,
        figures: [
          none('not ended within 30 s', unended),
          none('faults of ended ones', faults),
          none('changed after their end', changed),
          { name: 'slowest end after a restart', value: Math.max(...slowest), atMost: maxWaitMs / 1000, unit: 's' },
        ],
      };
    } finally {
      await world.dispose();
    }
  },
};
