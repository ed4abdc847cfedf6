// A background response with tools ends exactly once after any crash, and no call with effects is made twice.
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { readRun } from '../background-runs.mjs';
import { scaled } from '../check.mjs';
import { none } from '../figure.mjs';
import { send } from '../http-call.mjs';
import { inParallel } from '../in-parallel.mjs';
import { createResponse } from '../responses-client.mjs';
import { toolFaultsOf } from '../tool-judgement.mjs';
import { planPrompt, startPayServer, startToolUpstream } from '../tool-upstream.mjs';
import { untilAllEnded } from '../until-all-ended.mjs';
import { keys, openWorld } from '../world.mjs';

/** Maximum time from the restart until everything has ended, in milliseconds. */
const maxWaitMs = 60_000;
/** Where it is missing, no response calls code. */
const python = '/usr/bin/python3';

/** @type {import('../check.mjs').Check} */
export const toolsKills = {
  name: 'tools-kills',
  goal: 'kill -9 twenty times with 100 background responses that call tools in flight: none is lost, and no call with effects is made twice',
  stores: ['sqlite', 'postgres'],
  async run({ scale, store, random, progress }) {
    const rounds = scaled(20, scale, 2);
    const inFlight = scaled(100, scale, 20);
    const folder = mkdtempSync(join(tmpdir(), 'tools-kills-'));
    writeFileSync(join(folder, 'doors.md'), '# Doors\n\nOak doors last a century.\n');
    const effectsFile = join(folder, 'effects.txt');
    writeFileSync(effectsFile, '');
    const hasPython = existsSync(python);
    const programs = join(folder, 'bin');
    mkdirSync(programs);
    if (hasPython) symlinkSync(python, join(programs, 'python3'));
    // Code runs as another user.
    chmodSync(folder, 0o755);
    chmodSync(effectsFile, 0o666);
    const upstream = await startToolUpstream({ effectsFile });
    const payments = await startPayServer(() => random.integer(400));
    const world = await openWorld({
      store,
      // Without a program that isolates code: it has to reach the file that counts its effects.
      environment: { PATH: programs },
      models: { tools: { kind: 'chat-completions', baseUrl: upstream.url } },
      settings: {
        background: { concurrency: inFlight, ...(scale < 0.5 ? { leaseSeconds: 2 } : {}) },
        mcpServers: { servers: [{ name: 'bank', url: payments.url }] },
        tools: {
          webSearch: { provider: 'local', folder, baseUrl: 'https://doors.example/' },
          ...(hasPython ? { code: { isolation: 'process', executors: ['python'] } } : {}),
        },
      },
    });
    try {
      const stores = await Promise.all(Object.values(keys).map((key) => createStore(world.services[0].url, key)));
      const unended = [];
      const faults = [];
      const outcomes = {};
      let unknown = 0;
      for (let round = 0; round < rounds; round += 1) {
        const plans = Array.from({ length: inFlight }, (_, index) => ({
          tag: `r${round}-${index}`,
          tools: Array.from({ length: 2 + random.integer(4) }, () =>
            random.pick([
              'pay',
              'pay',
              'pay',
              'search',
              'find',
              ...(hasPython && index % 4 === 0 ? ['code', 'code'] : []),
            ]),
          ),
          gap: 10 + random.integer(40),
          words: 2 + random.integer(10),
        }));
        const runs = (
          await inParallel(plans, 32, async (plan) => {
            const owner = random.integer(stores.length);
            return await startRun(random.pick(world.services).url, Object.values(keys)[owner], stores[owner], plan);
          })
        ).filter((run) => run !== undefined);
        const early = random.integer(2_000);
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
        for (const run of runs) if (!ended.has(run)) unended.push(`${run.id} in round ${round}`);
        await inParallel(ended, 16, async ([run, text]) => {
          const found = await toolFaultsOf(random.pick(world.services).url, run, text, payments.effects);
          faults.push(...found.faults);
          unknown += found.unknown;
          outcomes[found.outcome] = (outcomes[found.outcome] ?? 0) + 1;
        });
        progress(
          `round ${round + 1} of ${rounds}: killed after ${early} ms, ${ended.size} of ${runs.length} ended within ${seconds.toFixed(1)} s`,
        );
      }
      const code = countLines(readFileSync(effectsFile, 'utf8'));
      const twice = [...payments.effects, ...code].filter(([, times]) => times > 1).map(([effect]) => effect);
      return {
        did: `${rounds} kills, ${Object.entries(outcomes)
          .map((entry) => entry.join(' '))
          .join(
            ', ',
          )}; ${payments.effects.size} calls of the MCP server and ${code.size} of code, ${unknown} with an unknown result`,
        figures: [
          none('not ended', unended),
          none('faults of ended ones', faults),
          none('calls with effects made twice', twice),
          ...(hasPython ? [{ name: 'calls of code', value: code.size, atLeast: 1 }] : []),
        ],
      };
    } finally {
      await world.dispose();
      await Promise.all([upstream.close(), payments.close()]);
      rmSync(folder, { recursive: true, force: true });
    }
  },
};

/** An empty vector store: a search in it finds nothing, which is a result. */
async function createStore(url, key) {
  const reply = await send({ url, key, path: '/v1/vector_stores', body: { name: 'doors' } });
  if (reply.status !== 200) throw new Error(`no vector store: ${reply.text}`);
  return reply.json().id;
}

async function startRun(url, key, vectorStore, plan) {
  const response = await createResponse(
    { url, key },
    {
      model: 'tools',
      background: true,
      input: planPrompt(plan),
      tools: [
        { type: 'mcp', server_label: 'bank', connector_id: 'bank', require_approval: 'never' },
        { type: 'web_search' },
        { type: 'file_search', vector_store_ids: [vectorStore] },
        ...(plan.tools.includes('code') ? [{ type: 'code_interpreter', container: { type: 'auto' } }] : []),
      ],
    },
  ).catch(() => undefined);
  return response?.status === 200 ? { id: response.response.id, key, plan } : undefined;
}

/** @param {string} text */
function countLines(text) {
  const counts = new Map();
  for (const line of text.split('\n').filter((one) => one !== '')) counts.set(line, (counts.get(line) ?? 0) + 1);
  return counts;
}
