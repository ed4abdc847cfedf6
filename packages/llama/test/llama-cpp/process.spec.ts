import { spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { copyFile, mkdtemp, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';

import { demoModelPath } from '@org/demo-model';

import { type EngineError, type GenerationEvent, type GenerationRequest, ModelLoadError } from '@org/engine';
import { buildContext, buildRequest } from '@org/engine/testing';
import { readGgufHeader } from '#src/gguf-header.js';
import type { LocalLanguageModel } from '#src/llama-model.js';

import { demoModel, timeoutMs, resultOf, textOf, useColdModels } from '../demo.js';

const coldModel = useColdModels();
const endless = { type: 'array', items: { type: 'string', minLength: 3, maxLength: 3 }, minItems: 400 } as const;
const busy = buildRequest('Tell me a story', { outputFormat: { type: 'json-schema', schema: endless } });
const hello = buildRequest('Hello');

interface Watched {
  readonly events: readonly GenerationEvent[];
  readonly control: AbortController;
  /** The error it ended with, or `undefined`. */
  readonly ended: Promise<EngineError | undefined>;
}

function watch(languageModel: LocalLanguageModel, request: GenerationRequest, owner = 'owner_test'): Watched {
  const control = new AbortController();
  const events: GenerationEvent[] = [];
  const run = async (): Promise<EngineError | undefined> => {
    try {
      for await (const event of languageModel.generate(request, buildContext({ signal: control.signal, owner })))
        events.push(event);
      return undefined;
    } catch (thrown) {
      return thrown as EngineError;
    }
  };
  return { events, control, ended: run() };
}

async function until(condition: () => boolean, limit = 15_000): Promise<void> {
  for (const start = performance.now(); !condition();) {
    if (performance.now() - start > limit) throw new Error('It did not happen in time.');
    await pause(1);
  }
}

/** A service that starts a completion, prints the id of its model process, and waits to be killed. */
const victim = `
  const { createLlamaModel } = await import(${JSON.stringify(new URL('../../dist/llama-model.js', import.meta.url).href)});
  const { buildContext } = await import(${JSON.stringify(import.meta.resolve('@org/engine/testing'))});
  const languageModel = createLlamaModel({ id: 'demo', modelPath: ${JSON.stringify(demoModelPath)}, threads: 1 });
  let isReported = false;
  for await (const event of languageModel.generate(${JSON.stringify(busy)}, buildContext())) {
    if (!isReported) process.stdout.write(String(languageModel.state().pid));
    isReported = true;
  }
`;

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    // A process that ended and was not waited for is still listed.
    return !existsSync(`/proc/${pid}/stat`) || !/\) [ZX] /.test(readFileSync(`/proc/${pid}/stat`, 'utf8'));
  } catch {
    return false;
  }
}

describe('requests at the same time', () => {
  const languageModel = demoModel({ slots: 4 });

  it(
    'share the model and get the same completions as alone',
    async () => {
      const questions = [
        'Hello',
        'What is the capital of France?',
        'Count from 1 to 10',
        'Who are you?',
        'What is the capital of Japan?',
        'bye for now',
      ];
      const alone: string[] = [];
      for (const question of questions)
        alone.push(textOf(await resultOf(languageModel, buildRequest(question), { owner: 'alone' })));
      const together = await Promise.all(
        questions.map((question, index) =>
          resultOf(languageModel, buildRequest(question), { owner: `together ${index}` }),
        ),
      );
      expect(together.map(textOf)).toEqual(alone);
    },
    timeoutMs,
  );
});

describe('a full queue', () => {
  const languageModel = demoModel({ slots: 1, queueLimit: 2 });

  it(
    'rejects the next request at once with a retry delay',
    async () => {
      await languageModel.warmUp();
      const runs = [watch(languageModel, busy), watch(languageModel, hello), watch(languageModel, hello)];
      await until(() => languageModel.state().waiting === 2);
      const refused = await watch(languageModel, hello).ended;
      expect(refused).toMatchObject({ code: 'rate-limited' });
      expect(refused?.retryAfter).toBeGreaterThanOrEqual(1);
      for (const run of runs) run.control.abort();
      await Promise.all(runs.map((run) => run.ended));
      expect((await resultOf(languageModel, hello)).finishReason.unified).toBe('stop');
    },
    timeoutMs,
  );

  it(
    'limits only its owner, who does not delay others',
    async () => {
      const order: string[] = [];
      const runs = ['ada', 'ada', 'ada', 'bob'].map((owner, index) => {
        const run = watch(languageModel, index === 0 ? { ...busy, limits: { maxOutputTokens: 50 } } : hello, owner);
        void run.ended.then((error) => order.push(error?.code ?? owner));
        return run;
      });
      await Promise.all(runs.map((run) => run.ended));
      expect(order).toEqual(['ada', 'bob', 'ada', 'ada']);
    },
    timeoutMs,
  );

  it(
    'serves requests in order of arrival',
    async () => {
      const order: number[] = [];
      const runs = [busy, hello, hello].map((request, index) => {
        const run = watch(languageModel, index === 0 ? { ...busy, limits: { maxOutputTokens: 50 } } : request);
        void run.ended.then(() => order.push(index));
        return run;
      });
      await Promise.all(runs.map((run) => run.ended));
      expect(order).toEqual([0, 1, 2]);
    },
    timeoutMs,
  );

  it(
    'loses only the request that gives up waiting',
    async () => {
      const running = watch(languageModel, { ...busy, limits: { maxOutputTokens: 200 } });
      const leaving = watch(languageModel, hello);
      const staying = watch(languageModel, hello);
      await until(() => languageModel.state().waiting === 2);
      leaving.control.abort();
      expect(await leaving.ended).toMatchObject({ code: 'cancelled' });
      expect(languageModel.state().waiting).toBe(1);
      expect(await running.ended).toBeUndefined();
      expect(await staying.ended).toBeUndefined();
      expect(leaving.events).toEqual([]);
    },
    timeoutMs,
  );

  it(
    'is unaffected by many cancels: the running completion stays the same',
    async () => {
      const request = { ...busy, limits: { maxOutputTokens: 150 } };
      // The first run reads the entire prompt, the others only its uncached rest, which may round differently.
      await resultOf(languageModel, request);
      const expected = textOf(await resultOf(languageModel, request));
      const running = watch(languageModel, request);
      await until(() => languageModel.state().running === 1);
      for (let round = 0; round < 200; round += 1) {
        const waiting = watch(languageModel, hello);
        waiting.control.abort();
        expect(await waiting.ended).toMatchObject({ code: 'cancelled' });
      }
      expect(await running.ended).toBeUndefined();
      expect(running.events.findLast((event) => event.type === 'part-end')).toMatchObject({ part: { text: expected } });
    },
    timeoutMs,
  );
});

describe('a cancel', () => {
  const languageModel = demoModel({ slots: 1 });

  /** Only the events in transit may still arrive: the complete response has hundreds of events and takes seconds. */
  async function cancel(run: Watched): Promise<void> {
    const before = run.events.length;
    run.control.abort();
    expect(await run.ended).toMatchObject({ code: 'cancelled' });
    expect(run.events.length - before).toBeLessThan(50);
  }
  const slotIsFree = (): Promise<void> => until(() => languageModel.state().running === 0, 1_500);

  it(
    'while tokens are generated ends the run and frees the slot',
    async () => {
      const run = watch(languageModel, busy);
      await until(() => run.events.length > 5);
      await cancel(run);
      await slotIsFree();
      expect(textOf(await resultOf(languageModel, hello))).toMatch(/hello/i);
    },
    timeoutMs,
  );

  it(
    'while the prompt is read ends the run and frees the slot',
    async () => {
      const run = watch(
        languageModel,
        buildRequest(`${'word '.repeat(350)}${Math.random()}`, { outputFormat: busy.outputFormat }),
      );
      await until(() => run.events.length > 0);
      await cancel(run);
      await slotIsFree();
      expect((await resultOf(languageModel, hello)).finishReason.unified).toBe('stop');
    },
    timeoutMs,
  );

  it(
    'while the model is loaded ends the run before it is',
    async () => {
      const cold = coldModel();
      const [run, other] = [watch(cold, hello), watch(cold, hello)];
      await pause(20);
      await cancel(run);
      expect(other.events).toEqual([]);
      expect(await other.ended).toBeUndefined();
      expect((await resultOf(cold, hello)).finishReason.unified).toBe('stop');
    },
    timeoutMs,
  );

  it(
    'by a reader that stops reading frees the slot too',
    async () => {
      for await (const event of languageModel.generate(busy, buildContext())) if (event.type === 'part-delta') break;
      await slotIsFree();
      expect((await resultOf(languageModel, hello)).finishReason.unified).toBe('stop');
    },
    timeoutMs,
  );
});

describe('a crash of the model process', () => {
  const languageModel = demoModel({ slots: 1 });

  it(
    'fails the running request, preserves the waiting one, and restarts by itself',
    async () => {
      const running = watch(languageModel, busy);
      await until(() => running.events.length > 3);
      const waiting = watch(languageModel, hello);
      const crashed = languageModel.state().pid;
      if (crashed === undefined) throw new Error('no process');
      process.kill(crashed, 'SIGKILL');
      expect(await running.ended).toMatchObject({ code: 'upstream-failed', retryable: true });
      expect(running.events.some((event) => event.type === 'generation-end')).toBe(false);
      expect(await waiting.ended).toBeUndefined();
      expect(languageModel.state().pid).not.toBe(crashed);
      expect((await resultOf(languageModel, hello)).finishReason.unified).toBe('stop');
    },
    timeoutMs,
  );
});

describe('an idle model process that ends', () => {
  it(
    'is started again before anybody asks',
    async () => {
      const languageModel = coldModel();
      await languageModel.warmUp();
      const { pid } = languageModel.state();
      process.kill(pid ?? 0, 'SIGKILL');
      await until(() => languageModel.state().pid !== undefined && languageModel.state().pid !== pid);
      expect((await resultOf(languageModel, hello)).finishReason.unified).toBe('stop');
    },
    timeoutMs,
  );

  it(
    'does not restart in a loop when the model can no longer be loaded: the next request retries',
    async () => {
      const folder = await mkdtemp(join(tmpdir(), 'lost-model-'));
      const modelPath = join(folder, 'model.gguf');
      await copyFile(demoModelPath, modelPath);
      let loads = 0;
      const languageModel = coldModel({ modelPath, onLoaded: () => (loads += 1) });
      try {
        await languageModel.warmUp();
        await rename(modelPath, `${modelPath}.away`);
        process.kill(languageModel.state().pid ?? 0, 'SIGABRT');
        await until(() => languageModel.state().pid === undefined);
        await expect(resultOf(languageModel, hello)).rejects.toMatchObject({
          code: 'upstream-failed',
          message: 'The service could not load the model.',
        });
        await rename(`${modelPath}.away`, modelPath);
        await pause(2_000);
        expect({ loads, pid: languageModel.state().pid }).toEqual({ loads: 1, pid: undefined });
        expect((await resultOf(languageModel, hello)).finishReason.unified).toBe('stop');
        expect(loads).toBe(2);
      } finally {
        await languageModel.close();
        await rm(folder, { recursive: true });
      }
    },
    timeoutMs,
  );
});

describe('the model process', () => {
  it(
    'gets no secret of the service in its environment',
    async () => {
      process.env['SECRET_OF_THE_SERVICE'] = 'hush';
      const languageModel = coldModel();
      await languageModel.warmUp();
      const path = `/proc/${languageModel.state().pid}/environ`;
      const names = existsSync(path)
        ? readFileSync(path, 'utf8')
            .split('\0')
            .map((entry) => entry.split('=')[0])
        : [];
      expect(names).not.toContain('SECRET_OF_THE_SERVICE');
      expect(names.filter((name) => /KEY|TOKEN|SECRET|HOME|NODE_OPTIONS/.test(name ?? ''))).toEqual([]);
    },
    timeoutMs,
  );

  it(
    'sets the driver cache directory only when a GPU is requested',
    async () => {
      const folder = await mkdtemp(join(tmpdir(), 'compiled-'));
      try {
        const environments: string[][] = [];
        for (const gpu of [true, false]) {
          const languageModel = coldModel({ gpu, compiledFolder: folder });
          await languageModel.warmUp();
          const path = `/proc/${languageModel.state().pid}/environ`;
          environments.push(
            existsSync(path)
              ? readFileSync(path, 'utf8')
                  .split('\0')
                  .filter((entry) => entry.endsWith(`=${folder}`))
              : [],
          );
        }
        const expected = existsSync('/proc/self/environ')
          ? [`CUDA_CACHE_PATH=${folder}`, `MESA_SHADER_CACHE_DIR=${folder}`, `__GL_SHADER_DISK_CACHE_PATH=${folder}`]
          : [];
        expect(environments.map((entries) => entries.toSorted())).toEqual([expected, []]);
      } finally {
        await rm(folder, { recursive: true });
      }
    },
    timeoutMs,
  );

  it(
    'ends when the service is killed, even during a completion',
    async () => {
      const service = spawn(process.execPath, ['--input-type=module', '--eval', victim], {
        stdio: ['ignore', 'pipe', 'inherit'],
      });
      const pid = Number(
        await new Promise<string>((resolve) => service.stdout.once('data', (data: Buffer) => resolve(data.toString()))),
      );
      expect(isAlive(pid)).toBe(true);
      service.kill('SIGKILL');
      await until(() => !isAlive(pid));
    },
    timeoutMs,
  );

  it(
    'ends when the language model is closed, which may happen twice',
    async () => {
      const languageModel = coldModel();
      await languageModel.warmUp();
      const { pid } = languageModel.state();
      await languageModel.close();
      expect(pid === undefined || isAlive(pid)).toBe(false);
      await languageModel.close();
      await expect(resultOf(languageModel, hello)).rejects.toMatchObject({ code: 'overloaded' });
    },
    timeoutMs,
  );

  it(
    'is not needed for the model info, which is read from the file',
    async () => {
      const languageModel = coldModel({ contextLength: 512 });
      expect(await languageModel.modelInfo()).toMatchObject({
        id: 'demo',
        ownedBy: 'local',
        contextLength: 512,
        capabilities: { tools: true, reasoning: true, images: false, structuredOutput: true },
      });
      expect(languageModel.state().pid).toBeUndefined();
    },
    timeoutMs,
  );

  it(
    'does not load a model whose chat template renders nothing, and reports the reason',
    async () => {
      const folder = await mkdtemp(join(tmpdir(), 'llama-template-'));
      const modelPath = join(folder, 'model.gguf');
      const bytes = readFileSync(demoModelPath);
      const { promptTemplate = '' } = await readGgufHeader(demoModelPath);
      const at = bytes.indexOf(promptTemplate);
      bytes.write("{{ raise_exception('out of order') }}".padEnd(Buffer.byteLength(promptTemplate)), at);
      await writeFile(modelPath, bytes);
      const broken = coldModel({ modelPath });
      try {
        const error = await resultOf(broken, hello).then(
          () => undefined,
          (thrown: EngineError) => thrown,
        );
        expect(error).toMatchObject({
          code: 'upstream-failed',
          message: 'The service could not load the model.',
          cause: { message: "The service cannot run the model's chat template: out of order" },
        });
      } finally {
        await broken.close();
        await rm(folder, { recursive: true });
      }
    },
    timeoutMs,
  );

  it(
    "reports the engine's message when a plausible file cannot be loaded",
    async () => {
      const folder = await mkdtemp(join(tmpdir(), 'cut-model-'));
      try {
        const modelPath = join(folder, 'cut.gguf');
        await writeFile(modelPath, readFileSync(demoModelPath).subarray(0, -100_000));
        const error = await resultOf(coldModel({ modelPath }), hello).catch((thrown: unknown) => thrown);
        expect(error).toMatchObject({
          code: 'upstream-failed',
          message: 'The service could not load the model.',
          cause: expect.any(ModelLoadError),
        });
        expect(error).toMatchObject({ cause: { message: expect.stringContaining('corrupted or incomplete') } });
      } finally {
        await rm(folder, { recursive: true });
      }
    },
    timeoutMs,
  );

  it('still has model info when its file no longer exists', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'gone-model-'));
    const modelPath = join(folder, 'gone.gguf');
    await copyFile(demoModelPath, modelPath);
    const languageModel = coldModel({ modelPath });
    const modelInfo = await languageModel.modelInfo();
    await rm(folder, { recursive: true });
    expect(await languageModel.modelInfo()).toEqual(modelInfo);
    await expect(coldModel({ modelPath }).modelInfo()).rejects.toMatchObject({ code: 'upstream-failed' });
  });

  it(
    'is not started for a file that is missing or no model',
    async () => {
      for (const modelPath of ['/nowhere/model.gguf', new URL(import.meta.url).pathname]) {
        const languageModel = coldModel({ modelPath });
        await expect(resultOf(languageModel, hello)).rejects.toMatchObject({ code: 'upstream-failed' });
        expect(languageModel.state()).toEqual({ running: 0, waiting: 0, pid: undefined });
      }
    },
    timeoutMs,
  );
});

describe('a signal to the entire process group', () => {
  const languageModel = demoModel({ slots: 1 });

  it.each(['SIGINT', 'SIGTERM', 'SIGHUP'] as const)(
    'is handled by the service, which lets the completion finish: %s',
    async (signal) => {
      const run = watch(languageModel, { ...busy, limits: { maxOutputTokens: 60 } });
      await until(() => run.events.length > 2, timeoutMs);
      process.kill(languageModel.state().pid ?? 0, signal);
      expect(await run.ended).toBeUndefined();
      expect(run.events.at(-1)?.type).toBe('generation-end');
    },
    timeoutMs,
  );
});
