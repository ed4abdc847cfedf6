// PostgreSQL slow, silent or down: requests that need no store are unaffected, memory stays bounded, and the service
// recovers by itself soon after.
import { setTimeout as pause } from 'node:timers/promises';
import { promptOf } from '../response-script.mjs';
import { busyness } from '../busyness.mjs';
import { scaled } from '../check.mjs';
import { none, quantile } from '../figure.mjs';
import { createResponse, getResponse } from '../responses-client.mjs';
import { waitUntil } from '../wait-until.mjs';
import { keys, openWorld } from '../world.mjs';

/** Requests per second of each kind, and the maximum number of concurrent stored requests. */
const rate = 25;
const maxStored = 600;

/** @type {import('../check.mjs').Check} */
export const databaseFaults = {
  name: 'database-faults',
  goal: 'PostgreSQL 500 ms slow, silent for 30 s, disconnected, restarted: store: false continues, memory is bounded, recovery within 5 s without a restart',
  stores: ['postgres'],
  async run({ scale, random, progress }) {
    const world = await openWorld({ store: 'postgres', replicas: 2, proxy: true });
    try {
      const { proxy, postgres, services } = world;
      const load = startLoad(services, random);
      const memory = startMemory(services);
      const recoveries = {};
      const readiness = { during: [], after: [] };
      const slowFor = scaled(10_000, scale, 1_500);
      const silentFor = scaled(30_000, scale, 4_000);

      const recovered = async (name, since) => {
        await waitUntil(
          `recovery after ${name}`,
          async () =>
            (await Promise.all(services.map((service) => canStore(service)))).every(Boolean) ? true : undefined,
          { timeoutMs: 60_000, everyMs: 100 },
        );
        recoveries[name] = performance.now() - since;
        readiness.after.push(
          ...(
            await Promise.all(services.map(async (service) => ((await service.isReady()) ? undefined : name)))
          ).filter((value) => value !== undefined),
        );
        load.phase(`after ${name}`);
        await pause(1_000);
      };

      // A service that has just started is slow by itself.
      await pause(1_000);
      load.phase('before');
      await pause(scaled(5_000, scale, 1_000));
      const memoryBefore = memory.peak();

      progress('500 ms slow');
      load.phase('slow');
      proxy.slowDown(500);
      await pause(slowFor);
      proxy.slowDown(0);
      await recovered('slow', performance.now());

      progress('silent');
      load.phase('silent');
      proxy.freeze();
      await pause(silentFor - 3_000);
      readiness.during.push(
        ...(
          await Promise.all(
            services.map(async (service) =>
              (await service.isReady()) ? 'ready while the database was silent' : undefined,
            ),
          )
        ).filter((value) => value !== undefined),
      );
      await pause(Math.max(0, 3_000));
      proxy.thaw();
      await recovered('silence', performance.now());

      progress('connections closed');
      load.phase('broken off');
      proxy.reset();
      await recovered('break', performance.now());

      progress('stopped and started');
      load.phase('stopped');
      await postgres.stop('immediate');
      await pause(scaled(5_000, scale, 1_000));
      await postgres.start();
      await recovered('restart', performance.now());

      await load.stop();
      memory.stop();
      const { unstored } = load;
      const faulted = unstored.filter(({ phase }) => phase !== 'start' && phase !== 'before');
      const latencies = (name) => unstored.filter(({ phase }) => phase === name).map(({ ms }) => ms);
      return {
        did: `${unstored.length} requests with store: false and ${load.stored.length} with store: true; p99 of store: false ${['before', 'slow', 'silent', 'stopped'].map((name) => `${name} ${Math.round(quantile(latencies(name), 0.99))} ms`).join(', ')}; recovery ${Object.entries(
          recoveries,
        )
          .map(([name, ms]) => `${name} ${Math.round(ms)} ms`)
          .join(', ')}`,
        figures: [
          none(
            'store: false requests that failed',
            unstored.filter(({ ok }) => !ok).map(({ phase, why }) => `${phase}: ${why}`),
          ),
          // Above what the same machine took just before: a wait for the database would be half a second or more.
          {
            name: 'store: false p99 under faults above the one before',
            value:
              quantile(
                faulted.map(({ ms }) => ms),
                0.99,
              ) - quantile(latencies('before'), 0.99),
            atMost: 250 * load.busiest(),
            unit: 'ms',
          },
          { name: 'slowest recovery', value: Math.max(...Object.values(recoveries)), atMost: 5_000, unit: 'ms' },
          { name: 'memory above the start', value: memory.peak() - memoryBefore, atMost: 150, unit: 'MB' },
          none('replicas that reported ready while the database was silent', readiness.during),
          none('replicas that did not report ready after recovery', readiness.after),
          none('stored responses that were delivered but are missing', await missingOf(services, load.stored)),
        ],
      };
    } finally {
      await world.dispose();
    }
  },
};

/** Sends both kinds at a constant rate, independent of earlier requests. */
function startLoad(services, random) {
  const draw = random.fork('load');
  const unstored = [];
  const stored = [];
  const open = new Set();
  let waiting = 0;
  let phase = 'start';
  let count = 0;
  let busiest = 1;
  const track = (work) => {
    open.add(work);
    void work.finally(() => open.delete(work));
  };
  const fire = async (store, url) => {
    const entry = { phase, ms: 0, ok: false, why: '', id: undefined };
    const started = performance.now();
    if (store) waiting += 1;
    try {
      const { status, response } = await createResponse(
        { url, key: keys.alice },
        { store, stream: count % 2 === 0, input: promptOf({ tag: `l${count}`, words: 5 }) },
      );
      entry.ok = status === 200 && response.status === 'completed';
      entry.why = `status ${status} ${response.error?.code ?? ''}`;
      if (entry.ok) entry.id = response.id;
    } catch (error) {
      entry.why = error.message;
    }
    if (store) waiting -= 1;
    entry.ms = performance.now() - started;
    (store ? stored : unstored).push(entry);
  };
  const timer = setInterval(() => {
    count += 1;
    busiest = Math.max(busiest, busyness());
    track(fire(false, draw.pick(services).url));
    if (waiting < maxStored) track(fire(true, draw.pick(services).url));
  }, 1_000 / rate);
  return {
    unstored,
    stored,
    phase: (name) => (phase = name),
    busiest: () => busiest,
    async stop() {
      clearInterval(timer);
      await Promise.all(open);
    },
  };
}

function startMemory(services) {
  let peak = 0;
  const look = () => (peak = Math.max(peak, ...services.map((service) => service.residentMb())));
  const timer = setInterval(look, 250);
  return { peak: () => (look(), peak), stop: () => clearInterval(timer) };
}

async function canStore({ url }) {
  const response = await createResponse(
    { url, key: keys.alice },
    { store: true, input: promptOf({ tag: 'recovery' }) },
  ).catch(() => undefined);
  return response?.status === 200;
}

async function missingOf([{ url }], stored) {
  const missing = [];
  for (const { id, phase } of stored)
    if (id !== undefined && (await getResponse({ url, key: keys.alice }, id)).status !== 200)
      missing.push(`${id} (${phase})`);
  return missing;
}
