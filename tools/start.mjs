// npm start: install what is missing, build what changed, serve. Works with nothing but Node 20 and npm.
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { install, root, stepEnv } from './setup/install.mjs';
import { runStep } from './setup/run.mjs';
import { serviceArguments, serviceEnvironment } from './setup/service-arguments.mjs';
import { whenParentExits } from './setup/when-left-behind.mjs';

process.chdir(root);
/** Whether a signal came that ends the service; one more would end it at once. */
let isEnding = false;
// As if the signal had come here: a step that runs is ended by it, and so is the service.
whenParentExits(() => {
  if (!isEnding) process.kill(process.pid, 'SIGTERM');
});
// What a chore prints may go into a variable or a file, as a key does: nothing else stands on its output.
const output = process.argv.length > 2 ? process.stderr : process.stdout;
try {
  await install(output);
  await runStep('Building', 'nx', ['run-many', '-t', 'build', '-p', '@org/api', '--outputStyle=static'], {
    env: stepEnv,
    quiet: true,
    output,
  });
} catch (error) {
  process.stderr.write(`${error.message}\n`);
  process.exit(error.exitCode ?? 1);
}

const service = spawn(join(root, 'node_modules/.bin/node'), [...serviceArguments(), ...process.argv.slice(2)], {
  stdio: 'inherit',
  env: { ...serviceEnvironment, ...process.env, ...stepEnv, PATH: process.env.PATH },
});
// A terminal's Ctrl-C reaches the service by itself; a signal sent to this process alone does not. One that is sent to the whole
// group reaches it twice, which the service takes for one.
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
