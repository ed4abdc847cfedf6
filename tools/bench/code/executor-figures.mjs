// How long code waits for its processes, and what the processes of an idle container take.
import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { descendantsOf } from '../../descendants-of.mjs';

const call = { language: 'python', code: '6 * 7', limitMs: 30_000 };

/**
 * @param {import('../../../packages/hosted-tools/dist/code/code-executor.js').CodeExecutor} executor
 * @param {import('../../../packages/hosted-tools/dist/code/code-executor.js').CodeLimits} limits
 * @returns {Promise<{ cold: number[], warm: number[], idleMiB: number }>} cold: milliseconds from the start of the
 *   processes to the result of the first call; warm: to that of the first call of processes that wait; idleMiB: of all
 *   processes of a container after its first call
 */
export async function executorFigures(executor, limits, rounds) {
  const cold = [];
  const warm = [];
  let idleMiB = 0;
  for (let round = 0; round < rounds; round += 1) {
    let session;
    cold.push(
      await millisecondsOf(async () => {
        session = await executor.start(limits);
        await run(session);
      }),
    );
    await session.stop();
    const waiting = await executor.start(limits);
    await sleep(200);
    warm.push(await millisecondsOf(() => run(waiting)));
    await sleep(200);
    idleMiB = Math.max(idleMiB, memoryOf(descendantsOf(process.pid)));
    await waiting.stop();
  }
  return { cold, warm, idleMiB };
}

async function run(session) {
  const { stdout } = await session.run(call);
  if (stdout !== '42\n') throw new Error(`the code printed ${JSON.stringify(stdout)}`);
}

async function millisecondsOf(work) {
  const started = performance.now();
  await work();
  return performance.now() - started;
}

/** MiB of processes, memory that they share counted once. */
function memoryOf(pids) {
  let kibibytes = 0;
  for (const pid of pids) {
    try {
      kibibytes += Number(/^Pss:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/smaps_rollup`, 'latin1'))?.[1] ?? 0);
    } catch {
      // The process has ended.
    }
  }
  return kibibytes / 1024;
}
