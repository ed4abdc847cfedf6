// One attack on one fresh service: a quiet time, then the attack, both with the same victim.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { ServiceProcess } from '../service-process.mjs';
import { startChild } from './child-process.mjs';
import { faultsOf } from './limits.mjs';

const keys = {
  attacker: 'key-of-the-attacker-0123456789abcdef0123456789',
  victim: 'key-of-the-victim-0123456789abcdef0123456789',
};

/** The victim sends more requests than `hardened` allows, so that their percentiles are exact. */
const unlimitedVictim = { name: 'victim', requestsPerMinute: 1_000_000 };

/** A victim of a local model sends fewer requests, because each takes 100 ms of a processor. */
const victimOf = (attack) =>
  attack.isLocal ? { model: 'local', intervalMs: 200 } : { model: 'of-the-victim', intervalMs: 25 };

/**
 * @typedef {object} RunOptions
 * @property {string} folder
 * @property {string} [storeUrl] default: a new SQLite file
 * @property {number} scale
 * @property {number} seconds after which the attack ends
 * @property {number} quietSeconds
 * @property {number} noiseMs see `limits.mjs`
 * @property {number} [slack] see `limits.mjs`
 * @property {boolean} [hasHighPriority] see `priority.mjs`
 * @property {boolean} [explains] profiles the event loop, which makes the service slower
 * @property {'local' | 'hardened'} [limitsProfile] `limits.profile` of the service
 * @property {(text: string) => void} progress
 *
 * @typedef {object} AttackResult
 * @property {number} slack factor of the limits of time
 * @property {string} name
 * @property {string} family
 * @property {string} claim
 * @property {number} seconds
 * @property {number} idleMb
 * @property {number} peakMb of the service
 * @property {number} treePeakMb of the service and its children
 * @property {number} loopMs longest delay of the event loop
 * @property {number} loopCpuMs longest processor time of the event loop without a pause
 * @property {readonly string[]} [loopFunctions] what used it
 * @property {import('./victim.mjs').VictimFigures} quiet
 * @property {import('./victim.mjs').VictimFigures} victim
 * @property {{ slowestMs: number, failures: string[] }} health
 * @property {string} [exit] how the service ended
 * @property {Record<string, number>} statuses
 * @property {Record<string, string>} examples the start of one response of each status
 * @property {string[]} found faults that the attack itself found
 * @property {string[]} faults all reasons for which it failed
 */

/**
 * @param {import('./attack.mjs').Attack} attack
 * @param {RunOptions} options
 * @returns {Promise<AttackResult>}
 */
export async function runAttack(attack, options) {
  const {
    folder,
    storeUrl,
    scale,
    seconds,
    quietSeconds,
    noiseMs,
    slack = 1,
    hasHighPriority = false,
    explains = false,
    limitsProfile,
    progress,
  } = options;
  mkdirSync(folder, { recursive: true });
  const [observer, attacker] = await Promise.all([
    startChild('./observer-process.mjs'),
    startChild('./attacker-process.mjs'),
  ]);
  const loopFile = join(folder, 'loop-delays');
  writeFileSync(loopFile, '');
  writeFileSync(
    join(folder, 'service.yaml'),
    JSON.stringify(configOf(attack, attacker.ready, observer.ready, limitsProfile)),
  );
  const service = await ServiceProcess.create({
    name: 'service',
    folder,
    dataDir: join(folder, 'data'),
    flags: [], // Exactly as `npm start` starts it.
    descriptors: attack.descriptors,
    env: {
      API_KEYS: Object.entries(keys)
        .map((entry) => entry.join(':'))
        .join(','),
      SERVER_SECRET: 'the-secret-of-this-measurement-0123456789',
      SERVICE_CONFIG: join(folder, 'service.yaml'),
      NODE_OPTIONS: `--import ${new URL('report-loop-delay.mjs', import.meta.url).pathname}`,
      LOOP_DELAY_FILE: loopFile,
      ...(explains ? { LOOP_PROFILE: '1' } : {}),
      ...(storeUrl === undefined ? {} : { STORE_URL: storeUrl }),
    },
  });
  try {
    await service.start({ timeoutMs: 60_000 });
    const watch = async (work) => {
      const victim = { url: service.url, key: keys.victim, ...victimOf(attack) };
      observer.send({ type: 'start', pid: service.pid, victim, hasHighPriority });
      await work();
      return observer.request({ type: 'stop' }, 'watched');
    };
    await watch(() => pause(quietSeconds * 500)); // The first requests compile the program.
    const target = { url: service.url, keys, scale };
    await attacker.request({ type: 'prepare', name: attack.name, options: target, hasHighPriority }, 'prepared');
    await pause(500);
    const quiet = await watch(() => pause(quietSeconds * 1_000));
    const idleMb = service.residentMb();
    progress(`quiet p99 ${Math.round(quiet.requests.p99)} ms, attack runs`);
    const startedAt = Date.now();
    let ended;
    const during = await watch(async () => {
      ended = await attacker.request({ type: 'run', seconds }, 'ended');
      await pause(500);
    });
    const exit = service.exit;
    const result = {
      slack,
      name: attack.name,
      family: attack.family,
      claim: attack.claim,
      seconds: (Date.now() - startedAt) / 1_000,
      idleMb,
      peakMb: during.memory.peakMb,
      treePeakMb: during.memory.treePeakMb,
      ...readLoopDelays(loopFile, startedAt),
      quiet: quiet.requests,
      victim: during.requests,
      health: during.health,
      ...(exit === undefined ? {} : { exit }),
      statuses: ended.statuses,
      examples: ended.examples,
      found: ended.faults,
    };
    return { ...result, faults: faultsOf(result, noiseMs, slack) };
  } finally {
    await Promise.all([attacker.stop(), observer.stop(), service.kill()]);
  }
}

function configOf({ isLocal, attackerLimits }, { baseUrls }, { baseUrl }, limitsProfile = 'local') {
  const upstream = (name, kind, url) => ({ name, provider: { kind, baseUrl: url, model: 'm' } });
  return {
    models: [
      upstream('of-the-victim', 'chat-completions', baseUrl),
      upstream('fast', 'chat-completions', baseUrls.fast),
      upstream('slow', 'chat-completions', baseUrls.slow),
      upstream('long', 'chat-completions', baseUrls.long),
      upstream('torrent', 'chat-completions', baseUrls.torrent),
      upstream('native-messages', 'messages', baseUrls.fast),
      upstream('native-responses', 'responses', baseUrls.fast),
      ...(isLocal ? [{ name: 'local', provider: { kind: 'llama', model: 'demo' } }] : []),
    ],
    limits: { profile: limitsProfile },
    keyLimits: { named: [unlimitedVictim, ...(attackerLimits === undefined ? [] : [attackerLimits])] },
  };
}

function readLoopDelays(file, startedAt) {
  const delays = readFileSync(file, 'utf8')
    .split('\n')
    .filter((line) => line.endsWith('}'))
    .map((line) => JSON.parse(line))
    .filter(({ at }) => at >= startedAt);
  const [worst] = delays.toSorted((first, second) => second.cpu - first.cpu);
  return {
    loopMs: Math.max(0, ...delays.map(({ ms }) => ms)),
    loopCpuMs: worst?.cpu ?? 0,
    ...(worst?.functions === undefined ? {} : { loopFunctions: worst.functions }),
  };
}
