// The program on an installation without the optional dependencies for traces.
import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const program = fileURLToPath(new URL('../../dist/bundle/main.js', import.meta.url));
/** A module that makes Node's search for the packages fail. */
const hidePackages = `data:text/javascript,${encodeURIComponent(`
  import { registerHooks } from 'node:module';
  registerHooks({ resolve(name, context, next) {
    if (name.startsWith('@opentelemetry/sdk-trace'))
      throw Object.assign(new Error('Cannot find package'), { code: 'ERR_MODULE_NOT_FOUND' });
    return next(name, context);
  } });
`)}`;

it('the service ends with one line that names the command when traces need packages that are not installed', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'without-optional-'));
  await writeFile(
    join(folder, 'service.yaml'),
    'models: [{ name: m, provider: { kind: chat-completions, baseUrl: "http://127.0.0.1:9" } }]\ntracing: {}\n',
  );
  const [code, errors] = await new Promise<readonly [unknown, string]>((resolve) => {
    execFile(
      process.execPath,
      ['--import', hidePackages, program],
      { cwd: folder, env: { PATH: process.env['PATH'] ?? '', PORT: '0', API_KEYS: 'a:test-key-of-an-operator' } },
      (error, _output, stderr) => resolve([error?.code, stderr]),
    );
  });
  expect([code, errors]).toEqual([
    1,
    'tracing needs the packages of OpenTelemetry, which are not installed. In the folder of the service, this command installs them: npx --yes pnpm install\n',
  ]);
  await rm(folder, { recursive: true, force: true });
}, 30_000);
