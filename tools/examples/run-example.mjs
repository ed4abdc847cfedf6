// Runs one example against a separate service: real server, real demo model, a free port, an empty data folder, and
// the example's service.yaml if it has one.
// Counts as one test in the sum of npm test.
import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = join(dirname(fileURLToPath(import.meta.url)), '../..');
const [command, ...args] = process.argv.slice(2);
const data = mkdtempSync(join(tmpdir(), 'example-'));
const port = await freePort();
const env = {
  ...process.env,
  BASE_URL: `http://127.0.0.1:${port}`,
  API_KEY: 'example-key-for-this-run-only-0123456789',
};

const service = spawn(process.execPath, [join(root, 'apps/api/dist/bundle/main.js')], {
  env: {
    ...env,
    HOST: '127.0.0.1',
    PORT: String(port),
    DATA_DIR: data,
    API_KEYS: `example:${env.API_KEY}`,
    LOG_LEVEL: 'warn',
    ...(existsSync('service.yaml') && { SERVICE_CONFIG: resolve('service.yaml') }),
  },
  stdio: ['ignore', 'ignore', 'inherit'],
});
let failed = 1;
try {
  await ready();
  failed = (await exitCode(spawn(command, args, { env, stdio: ['ignore', 'inherit', 'inherit'] }))) === 0 ? 0 : 1;
} finally {
  service.kill('SIGTERM');
  await exitCode(service);
  rmSync(data, { recursive: true, force: true });
  mkdirSync('reports', { recursive: true });
  writeFileSync('reports/jest.json', JSON.stringify({ passed: 1 - failed, failed, skipped: 0 }) + '\n');
}
process.exitCode = failed;

async function ready() {
  for (let attempt = 0; attempt < 300; attempt += 1) {
    const response = await fetch(`${env.BASE_URL}/health/ready`).catch(() => undefined);
    if (response?.ok) return;
    if (service.exitCode !== null) throw new Error(`the service ended with code ${service.exitCode}`);
    await new Promise((done) => setTimeout(done, 100));
  }
  throw new Error('the service was not ready within 30 s');
}

function exitCode(child) {
  if (child.exitCode !== null || child.signalCode !== null) return child.exitCode;
  return new Promise((done) => child.once('exit', (code) => done(code)));
}

function freePort() {
  return new Promise((done, reject) => {
    const probe = createServer().once('error', reject);
    probe.listen(0, '127.0.0.1', () => {
      const { port: free } = probe.address();
      probe.close(() => done(free));
    });
  });
}
