// Model files from a hub: the program that manages them, and a service that downloads missing files at its start.
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { demoModelPath } from '@org/demo-model';
import { EngineError } from '@org/engine';
import { deliverAsAsked, type HubServer, startHubServer } from '@org/llama/testing';
import { ConfigError } from '#src/config/checks/config-error.js';
import { loadConfig } from '#src/config/load-config.js';
import { createLanguageModel } from '#src/engine/create-language-model.js';
import { modelProgram } from '#src/model-files/model-program.js';
import { ProgressLine, describeProgress, inUnits } from '#src/model-files/progress-line.js';
import { eventually } from '../kit/eventually.js';

const program = fileURLToPath(new URL('../../dist/bundle/main.js', import.meta.url));
const name = 'hf:org/demo-GGUF/demo.gguf';

let hub: HubServer;
let folder: string;
beforeEach(async () => {
  hub = await startHubServer();
  folder = await mkdtemp(join(tmpdir(), 'model-program-'));
  hub.files.set('/org/demo-GGUF/resolve/main/demo.gguf', await readFile(demoModelPath));
});
afterEach(async () => {
  await hub.close();
  await rm(folder, { recursive: true, force: true });
});

/** Runs the program in this process and returns its output and its progress display. */
async function model(...args: string[]): Promise<{ readonly output: string; readonly progress: string }> {
  let progress = '';
  const output = await modelProgram(
    args,
    { dataDir: folder },
    { HF_ENDPOINT: hub.endpoint },
    { write: (text) => (progress += text) },
  );
  return { output, progress };
}

describe('the program', () => {
  it('pulls, lists and removes', async () => {
    const pulled = await model('pull', name);
    expect(pulled.output).toContain(`model: "${name}"`);
    expect(pulled.progress).toContain(`${name}: 100 %`);
    expect((await model('list')).output).toMatch(/^ +[\d.]+ MB {2}hf:org\/demo-GGUF\/demo\.gguf$/);
    expect((await model('remove', name)).output).toBe(`${name} is removed`);
    expect((await model('list')).output).toContain('No model files in');
  });

  it('loads a file once that is asked for twice at a time', async () => {
    await Promise.all([model('pull', name), model('pull', name)]);
    expect(hub.requests.filter(({ from }) => from === 'bytes')).toHaveLength(1);
  });

  it.each([
    [['pull'], 'the name of a model file is missing'],
    [['pull', 'demo.gguf'], 'the form is hf:ORG/REPO/FILE.gguf or hf:ORG/REPO:QUANTIZATION'],
    [['pull', 'hf:org/demo-GGUF/other.gguf'], 'does not exist at 127.0.0.1'],
    [['pull', name, 'more'], 'too many arguments'],
    [['remove', name], 'is not in'],
    [['list', name], 'list takes no argument'],
    [['push', name], 'one of:'],
    [[], 'one of:'],
  ])('reports in one sentence what is wrong with %j', async (args, sentence) => {
    const error: unknown = await model(...args).catch((thrown: unknown) => thrown);
    expect(error instanceof ConfigError || error instanceof EngineError).toBe(true);
    expect(String(error)).toContain(sentence);
  });
});

describe('a service', () => {
  const settings = `models:\n  - name: pulled\n    provider: { kind: llama, model: "${name}", contextLength: 512, slots: 1 }\n`;

  it('downloads a missing model at its start, reports the progress and serves the model', async () => {
    await writeFile(join(folder, 'service.yaml'), settings);
    const key = 'key-of-the-model-files-test';
    const child = spawn(process.execPath, [program], {
      cwd: folder,
      env: { PATH: process.env['PATH'] ?? '', PORT: '0', HF_ENDPOINT: hub.endpoint, API_KEYS: `a:${key}` },
    });
    const run = { output: '', errors: '' };
    child.stdout.on('data', (data: Buffer) => (run.output += data.toString()));
    child.stderr.on('data', (data: Buffer) => (run.errors += data.toString()));
    try {
      await eventually(() => run.output.includes('/v1/responses -H'), 40_000);
      expect(run.errors).toContain(`${name}: 100 %`);
      const url = /address {2}(\S+)/.exec(run.output)?.[1] ?? '';
      const reply = await fetch(`${url}/v1/responses`, {
        method: 'POST',
        headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
        body: JSON.stringify({ model: 'pulled', input: 'Hello!' }),
      });
      expect(await reply.json()).toMatchObject({ status: 'completed', model: 'pulled' });
    } finally {
      child.kill('SIGKILL');
    }
  }, 60_000);

  describe('that still downloads a model', () => {
    let child: ChildProcess;
    let output: string;
    let exit: Promise<unknown>;
    /** Releases the bytes of the file. */
    let deliver: () => void;
    beforeEach(async () => {
      const mayArrive = new Promise<void>((resolve) => (deliver = resolve));
      hub.deliver = (content, request, response) =>
        void mayArrive.then(() => deliverAsAsked(content, request, response));
      await writeFile(join(folder, 'service.yaml'), settings);
      child = spawn(process.execPath, [program], {
        cwd: folder,
        env: {
          PATH: process.env['PATH'] ?? '',
          PORT: '0',
          HF_ENDPOINT: hub.endpoint,
          API_KEYS: 'a:key-of-the-model-files-test',
        },
      });
      output = '';
      child.stdout?.on('data', (data: Buffer) => (output += data.toString()));
      exit = once(child, 'exit');
      await eventually(() => hub.requests.some(({ from }) => from === 'bytes'), 20_000);
    });
    afterEach(() => void child.kill('SIGKILL'));

    it('exits cleanly on a stop, even if only signals keep its process alive', async () => {
      child.kill('SIGTERM');
      expect(await exit).toEqual([0, null]);
    }, 40_000);

    it('performs a reload that was requested during startup once it serves', async () => {
      child.kill('SIGHUP');
      await writeFile(
        join(folder, 'service.yaml'),
        `${settings}  - name: added\n    provider: { kind: chat-completions, baseUrl: "http://127.0.0.1:9/v1" }\n`,
      );
      deliver();
      await eventually(() => output.includes('models reloaded'), 20_000);
      expect(output).toMatch(/"models":\["pulled","added"\].*"msg":"models reloaded"/);
    }, 60_000);
  });

  it('fails to start without the model and reports the reason', async () => {
    hub.files.clear();
    await writeFile(join(folder, 'service.yaml'), settings);
    const [pulled] = loadConfig({ PORT: '0' }, folder).models;
    if (pulled?.provider === undefined) throw new Error('there is a model');
    const { name: modelName, provider: languageModel } = pulled;
    const create = async (): Promise<unknown> =>
      createLanguageModel({ name: modelName, provider: languageModel }, { HF_ENDPOINT: hub.endpoint });
    await expect(create()).rejects.toMatchObject({
      name: 'ConfigError',
      message: `models: "pulled": ${name} does not exist at ${new URL(hub.endpoint).host}`,
    });
  });
});

describe('progress', () => {
  it('is a bar on a terminal and a line now and then elsewhere', () => {
    let now = 0;
    const shown = (isTTY: boolean): string => {
      let text = '';
      now = 0;
      const line = new ProgressLine({ isTTY, write: (chunk) => (text += chunk) }, () => now);
      for (const [at, received] of [
        [0, 0],
        [50, 1],
        [1000, 500_000],
        [1050, 600_000],
        [2000, 1_000_000],
      ] as const) {
        now = at;
        line.show('hf:o/r/a.gguf', received, 1_000_000);
      }
      return text;
    };
    expect(shown(false).split('\n')).toEqual([
      'hf:o/r/a.gguf:   0 %  0 B of 1.0 MB',
      'hf:o/r/a.gguf: 100 %  1.0 MB of 1.0 MB  500.0 kB/s',
      '',
    ]);
    expect(shown(true)).toContain('\r  [############            ]  50 %  500.0 kB of 1.0 MB  500.0 kB/s  1 s left');
    expect(shown(true).split('\r')).toHaveLength(4);
  });

  it('is displayed in human-readable units', () => {
    expect([0, 999, 1000, 1_500_000, 2_700_000_000].map(inUnits)).toEqual([
      '0 B',
      '999 B',
      '1.0 kB',
      '1.5 MB',
      '2.7 GB',
    ]);
    expect(describeProgress(0, 0, 0)).toBe('100 %  0 B of 0 B');
  });
});
