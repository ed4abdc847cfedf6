// Runs the cases on every system in turn, and stores the figures of each round.
import { cpus } from 'node:os';
import { cases } from './cases.mjs';
import { measureFirstResponse } from './loads.mjs';
import { machineUs, peakMb, processorUs } from './process-usage.mjs';
import { directRequest, requestOf } from './requests.mjs';
import {
  hasOwnCores,
  pinLoad,
  startCold,
  startFramework,
  startPlain,
  startService,
  startUpstream,
} from './systems.mjs';

/**
 * Duration of the first warm-up, in seconds. V8 compiles the code for some 30,000 requests; until then a request costs
 * up to twice as much. With six seconds, large requests were still compiling in the first rounds of a slow machine.
 */
const firstWarmUp = 20;
const warmUp = 0.5;

/**
 * @typedef {object} Result result of one case
 * @property {string} name
 * @property {string} title
 * @property {'request' | 'token' | 'start'} unit
 * @property {Record<string, import('./cases.mjs').Figures[]>} rounds by system
 */

/** @returns {Promise<{ results: Result[], machine: object }>} */
export async function measureAll({ only, rounds, seconds, gateways, upstreamPort, progress }) {
  pinLoad();
  const upstream = await startUpstream(upstreamPort);
  const upstreamUrl = new URL(`http://127.0.0.1:${upstream.port}`);
  const direct = {
    name: 'direct',
    url: upstreamUrl,
    pid: upstream.pid,
    request: directRequest(upstreamUrl, { tokens: 8 }),
  };
  const meter = new OthersMeter();
  const results = [];
  for (const measured of cases) {
    if (!only.includes(measured.name)) continue;
    // New processes for each case, so that the memory of one load does not affect the next.
    const systems = [
      await startPlain(upstream.port),
      ...(measured.wholeAnswers === true ? [await startFramework(upstream.port)] : []),
      await startService(upstream.port),
      ...gateways,
    ];
    meter.known = [process.pid, upstream.pid, ...systems.flatMap(({ pid }) => pid ?? [])];
    const loaded = measured.latency === true ? [direct, ...systems] : systems;
    const result = {
      name: measured.name,
      title: measured.title,
      unit: measured.unit,
      rounds: Object.fromEntries(loaded.map(({ name }) => [name, []])),
    };
    for (let round = 0; round < rounds; round += 1) {
      // Every other round runs in reverse order, so that drift affects all systems equally.
      for (const system of round % 2 === 0 ? loaded : loaded.toReversed()) {
        const figures = await runOnce(measured, system, { seconds, warmUp: round === 0 ? firstWarmUp : warmUp }, meter);
        result.rounds[system.name].push(figures);
        progress(`${measured.name} ${round + 1}/${rounds} ${system.name}: ${describe(figures, measured.unit)}`);
      }
    }
    results.push(result);
    await Promise.all(systems.map(({ stop }) => stop?.()));
  }
  if (only.includes('cold')) results.push(await measureCold(upstream.port, Math.max(3, rounds), progress));
  return {
    results,
    machine: {
      node: process.version,
      cores: cpus().length,
      model: cpus()[0]?.model ?? '',
      hasOwnCores,
      others: meter.share,
    },
  };
}

async function runOnce(measured, system, times, meter) {
  let openedAt = 0;
  let wallMs = 0;
  let usedUs = 0;
  const { pid } = system;
  const window = {
    open() {
      meter.open();
      openedAt = performance.now();
      usedUs = pid === undefined ? Number.NaN : -processorUs(pid);
    },
    close() {
      wallMs = performance.now() - openedAt;
      usedUs += pid === undefined ? 0 : processorUs(pid);
      meter.close();
    },
  };
  const { count, ...figures } = await measured.run(system, times, window);
  return {
    ...figures,
    unitUs: usedUs / count,
    rate: (count / wallMs) * 1000,
    coreShare: usedUs / 1000 / wallMs,
    ...(pid === undefined ? {} : { peakMb: peakMb(pid) }),
  };
}

function describe({ unitUs, rate, p50, p99, coreShare, peakMb: peak, failures, missing }, unit) {
  const lost = failures + (missing ?? 0) === 0 ? '' : `, FAILED ${failures} requests and ${missing ?? 0} tokens`;
  return `${unitUs.toFixed(1)} us per ${unit}, ${rate.toFixed(0)}/s, ${(coreShare * 100).toFixed(0)} % of a core, p50 ${p50.toFixed(2)} ms, p99 ${p99.toFixed(2)} ms, peak ${(peak ?? 0).toFixed(0)} MB${lost}`;
}

/** Startup times of the service to its first completion, next to those of an empty application. */
async function measureCold(upstreamPort, rounds, progress) {
  const result = {
    name: 'cold',
    title: 'start to first response',
    unit: 'start',
    rounds: { 'empty Nest': [], service: [] },
  };
  // The first start of all makes the database and fills the caches of the disk.
  for (let round = -1; round < rounds; round += 1) {
    for (const kind of ['empty Nest', 'service']) {
      const started = await startCold(kind, upstreamPort);
      const request =
        kind === 'service'
          ? requestOf(started, { dialect: 'messages', order: { tokens: 8 } })
          : Buffer.from(`GET / HTTP/1.1\r\nhost: ${started.url.host}\r\n\r\n`);
      const ms = await measureFirstResponse({ ...started, request });
      await started.stop();
      if (round < 0) continue;
      result.rounds[kind].push({ ms, failures: 0 });
      progress(`cold ${round + 1}/${rounds} ${kind}: ${ms.toFixed(0)} ms`);
    }
  }
  return result;
}

/** CPU use of other programs on the machine during the measurement. */
class OthersMeter {
  /** The processes that belong to the measurement. */
  known = [];
  #othersUs = 0;
  #wallMs = 0;
  #openedAt = 0;
  #busyUs = 0;

  open() {
    this.#openedAt = performance.now();
    this.#busyUs = this.#others();
  }

  close() {
    this.#wallMs += performance.now() - this.#openedAt;
    this.#othersUs += this.#others() - this.#busyUs;
  }

  /** Average number of cores used by other programs. */
  get share() {
    return this.#wallMs === 0 ? 0 : Math.max(0, this.#othersUs / 1000 / this.#wallMs);
  }

  #others() {
    return machineUs() - this.known.reduce((sum, pid) => sum + processorUs(pid), 0);
  }
}
