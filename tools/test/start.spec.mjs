// A running service retains its files while other commands of the workspace run.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate as yieldToEventLoop, setTimeout as wait } from 'node:timers/promises';
import { root } from '../setup/install.mjs';

const bundle = join(root, 'apps/api/dist/bundle');
const dataDir = mkdtempSync(join(tmpdir(), 'start-test-'));
const running = new Set();
afterAll(async () => {
  for (const child of running) {
    child.kill('SIGTERM');
    await once(child, 'close');
  }
  rmSync(dataDir, { recursive: true, force: true });
});

function run(...args) {
  const child = spawn(process.execPath, args, {
    cwd: root,
    env: { PATH: process.env.PATH, HOME: process.env.HOME, PORT: '0', DATA_DIR: dataDir },
  });
  running.add(child);
  child.once('close', () => running.delete(child));
  child.output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (data) => (child.output += data));
  return child;
}

/** Names of the files of the bundle that were missing at any moment while the command ran. */
async function missingDuring(child) {
  const names = readdirSync(bundle);
  const missing = new Set();
  while (child.exitCode === null && child.signalCode === null) {
    for (const name of names) if (!existsSync(join(bundle, name))) missing.add(name);
    await yieldToEventLoop();
  }
  return [...missing];
}

describe('while a service runs', () => {
  beforeAll(async () => {
    const service = run('tools/start.mjs');
    while (!/^ {2}address {2}\S+$/m.test(service.output)) {
      if (service.exitCode !== null) throw new Error(`the service did not start: ${service.output}`);
      await wait(20);
    }
  }, 180_000);

  it('lists keys without a build and preserves the files of the bundle', async () => {
    const list = run('tools/start.mjs', 'key', 'list');
    expect(await missingDuring(list)).toEqual([]);
    expect([list.exitCode, list.output.includes('Building')]).toEqual([0, false]);
  });

  it('replaces the bundle without a moment in which a file is missing', async () => {
    const build = run('apps/api/build/bundle.mjs');
    expect(await missingDuring(build)).toEqual([]);
    expect([build.exitCode, build.output]).toEqual([0, '']);
  });
});
