// npm start: installs missing packages, builds changed sources, serves. Requires only Node 20 and npm.
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { build } from './setup/build.mjs';
import { install, root, stepEnv } from './setup/install.mjs';
import { resolveModelPaths } from './setup/model-paths.mjs';
import { serviceArguments, serviceEnvironment } from './setup/service-arguments.mjs';
import { whenParentExits } from './setup/when-parent-exits.mjs';

process.chdir(root);
/** Whether a signal that ends the service has arrived; a second one would end it at once. */
let isEnding = false;
// The signal ends the step that runs, or the service.
whenParentExits(() => {
  if (!isEnding) process.kill(process.pid, 'SIGTERM');
});
// The output of a command such as `key` may go into a variable or a file, so progress goes to standard error.
const output = process.argv.length > 2 ? process.stderr : process.stdout;
try {
  await install(output);
  await build(output);
} catch (error) {
  process.stderr.write(`${error.message}\n`);
  process.exit(error.exitCode ?? 1);
}

const service = spawn(
  join(root, 'node_modules/.bin/node'),
  [...serviceArguments(), ...resolveModelPaths(process.argv.slice(2))],
  {
    stdio: 'inherit',
    env: { ...serviceEnvironment, ...process.env, ...stepEnv, PATH: process.env.PATH },
  },
);
// A terminal sends Ctrl-C to the service, too; a signal to this process alone has to be forwarded. A signal to the process group
// reaches the service twice, and the service counts it once.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
  process.on(signal, () => {
    isEnding ||= signal !== 'SIGHUP';
    if (signal !== 'SIGINT' || !process.stdin.isTTY) service.kill(signal);
  });
}
service.on('error', (error) => {
  process.stderr.write(`The service could not be started: ${error.message}\n`);
  process.exit(1);
});
service.on('exit', (code, signal) => process.exit(code ?? (signal === 'SIGINT' ? 0 : 1)));
