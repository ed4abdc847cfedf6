// The program on a machine without node-llama-cpp, an optional dependency of @org/llama.
import { spawn, type ChildProcess } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { eventually } from '../kit/eventually.js';

const program = fileURLToPath(new URL('../../dist/bundle/main.js', import.meta.url));
/** A module that makes Node's search for the library fail. */
const hideLibrary = `data:text/javascript,${encodeURIComponent(`
  import modules, { syncBuiltinESMExports } from 'node:module';
  const { findPackageJSON } = modules;
  modules.findPackageJSON = (name, ...rest) => {
    if (name === 'node-llama-cpp') throw new Error('Cannot find package');
    return findPackageJSON(name, ...rest);
  };
  syncBuiltinESMExports();
`)}`;

let folder: string;
let child: ChildProcess | undefined;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'without-llama-cpp-'));
});
afterEach(async () => {
  if (child?.exitCode === null) child.kill('SIGKILL');
  await rm(folder, { recursive: true, force: true });
});

async function start(provider: string) {
  await writeFile(join(folder, 'service.yaml'), `models:\n  - { name: mine, provider: ${provider} }\n`);
  child = spawn(process.execPath, ['--import', hideLibrary, program], {
    cwd: folder,
    env: { PATH: process.env['PATH'] ?? '', PORT: '0', SERVICE_CONFIG: 'service.yaml' },
  });
  const run = { output: '', errors: '', exit: new Promise((resolve) => child?.on('close', resolve)) };
  child.stdout?.on('data', (data: Buffer) => (run.output += data.toString()));
  child.stderr?.on('data', (data: Buffer) => (run.errors += data.toString()));
  return run;
}

describe('without node-llama-cpp', () => {
  it('the service starts when all models are upstream models', async () => {
    const run = await start('{ kind: chat-completions, baseUrl: "http://127.0.0.1:9", model: theirs }');
    await eventually(() => run.output.includes('"msg":"started"'));
    expect(run.errors).toBe('');
  }, 20_000);

  it('the service ends with one line that names the model and the command for a model of kind llama', async () => {
    const run = await start('{ kind: llama, model: demo }');
    expect(await run.exit).toBe(1);
    expect(run.errors).toMatch(
      /^.*service\.yaml: models: "mine": node-llama-cpp is not installed\. .* npx --yes pnpm install\n$/,
    );
  }, 20_000);
});
