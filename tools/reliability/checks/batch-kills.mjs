// Every request of an acknowledged message batch gets one result, even if its process crashes.
import { setTimeout as pause } from 'node:timers/promises';
import { cancelBatch, faultsOfBatch, readBatch, startBatch } from '../batch-runs.mjs';
import { scaled } from '../check.mjs';
import { none } from '../figure.mjs';
import { inParallel } from '../in-parallel.mjs';
import { untilAllEnded } from '../until-all-ended.mjs';
import { keys, openWorld } from '../world.mjs';

/** Maximum time from the restart until all batches have ended, in milliseconds. */
const maxWaitMs = 30_000;
const batchesARound = 6;
/** A result that came this long before the kill is on disk, in milliseconds. */
const longOnDisk = 1_000;

/** @type {import('../check.mjs').Check} */
export const batchKills = {
  name: 'batch-kills',
  goal: 'kill -9 ten times while six message batches run: every request has one result, only cancelled batches have cancelled ones, the service repeats no request that completed a second before',
  stores: ['sqlite', 'postgres'],
  async run({ scale, store, random, progress }) {
    const rounds = scaled(10, scale, 2);
    const size = scaled(80, scale, 40);
    // The short form does not wait for a full lease.
    const world = await openWorld({ store, settings: scale < 0.5 ? { background: { leaseSeconds: 2 } } : {} });
    const anyUrl = () => random.pick(world.services).url;
    const seen = [];
    const unended = [];
    const faults = [];
    const slowest = [];
    const kills = [];
    try {
      for (let round = 0; round < rounds; round += 1) {
        const batches = Array.from({ length: batchesARound }, (_, batch) =>
          Array.from({ length: size }, (_unused, index) => ({
            tag: `r${round}-b${batch}-${index}`,
            words: 1 + random.integer(8),
            headers: 0,
            first: random.integer(400),
            gap: random.integer(20),
            last: 0,
            call: 0,
          })),
        );
        const runs = (
          await inParallel(batches, batchesARound, (orders) =>
            startBatch({ url: anyUrl(), key: random.pick(Object.values(keys)) }, orders),
          )
        ).filter((run) => run !== undefined);
        const early = 300 + random.integer(scale < 0.5 ? 1_200 : 2_500);
        await pause(early);
        // One of them is cancelled: before the kill, or while a replica is down.
        const [doomed] = runs;
        const victim = random.pick(world.services);
        const others = world.services.filter((service) => service !== victim);
        const cancelFirst = others.length === 0 || random.chance(0.5);
        if (cancelFirst) await cancelBatch(anyUrl(), doomed);
        kills.push(performance.now());
        await victim.kill();
        if (!cancelFirst) await cancelBatch(random.pick(others).url, doomed);
        await victim.start();
        const { ended, seconds } = await untilAllEnded(runs, (run) => readBatch(anyUrl(), run), {
          maxWaitMs,
          parallel: batchesARound,
        });
        slowest.push(seconds);
        for (const run of runs) if (!ended.has(run)) unended.push(`${run.id} in round ${round}`);
        for (const [run, now] of ended) {
          faults.push(...faultsOfBatch(run, now));
          seen.push([run, now]);
        }
        progress(
          `round ${round + 1} of ${rounds}: killed after ${early} ms, ${ended.size} of ${runs.length} ended within ${slowest.at(-1).toFixed(1)} s`,
        );
      }
      const changed = [];
      await inParallel(seen, 8, async ([run, { batch, results }]) => {
        const now = await readBatch(anyUrl(), run);
        if (now?.results !== results || now.batch.ended_at !== batch.ended_at) changed.push(run.id);
      });
      const results = seen.map(([, { batch }]) => batch.request_counts);
      const total = (kind) => results.reduce((sum, counts) => sum + counts[kind], 0);
      const again = seen
        .flatMap(([run]) => [...run.prompts.keys()])
        .filter((tag) => world.upstream.requestsOf(tag).length > 1);
      const needlessly = again.filter((tag) => wasOnDisk(world.upstream.requestsOf(tag), kills));
      return {
        did: `${rounds} kills, ${seen.length + unended.length} batches of ${size} acknowledged (${total('succeeded')} requests succeeded, ${total('canceled')} cancelled), ${again.length} requests sent to the upstream again`,
        figures: [
          none('not ended within 30 s', unended),
          none('faults of ended ones', faults),
          none('changed after their end', changed),
          none('repeated although completed a second before', needlessly),
          { name: 'slowest end after a restart', value: Math.max(...slowest), atMost: maxWaitMs / 1000, unit: 's' },
        ],
      };
    } finally {
      await world.dispose();
    }
  },
};

/** Whether a request completed long before the kill after which it was sent again. */
function wasOnDisk(requests, kills) {
  return requests.slice(1).some(({ openedAt }, index) => {
    const kill = kills.findLast((at) => at < openedAt) ?? 0;
    return (requests[index].finishedAt ?? Infinity) < kill - longOnDisk;
  });
}
