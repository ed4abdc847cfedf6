import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { freePort } from '../free-port.mjs';
import { timeout } from './run-checks.mjs';

/** A worker with access to this machine. Node's modules are enabled for the official SDKs; the client needs none. */
const configFor = (port) => `using Workerd = import "/workerd/workerd.capnp";
const config :Workerd.Config = (
  services = [(name = "checks", worker = .checks), (name = "internet", network = (allow = ["private", "public", "local"]))],
  sockets = [(name = "http", address = "127.0.0.1:${port}", http = (), service = "checks")]
);
const checks :Workerd.Worker = (modules = [(name = "worker.js", esModule = embed "bundled/worker.js")], compatibilityDate = "2026-06-01", compatibilityFlags = ["nodejs_compat"]);
`;

/**
 * Runs the checks of `folder`, which were bundled, as a worker of `program`.
 * @returns {Promise<import('./run-checks.mjs').Result[]>}
 */
export async function runAsWorker(folder, { program }, settings) {
  const port = await freePort();
  const config = join(folder, 'worker.capnp');
  writeFileSync(config, configFor(port));
  const child = spawn(program, ['serve', config], {
    cwd: folder,
    stdio: ['ignore', 'ignore', 'pipe'],
    timeout: timeout,
  });
  let errors = '';
  child.stderr.setEncoding('utf8').on('data', (text) => (errors += text));
  const exited = once(child, 'close').then(() => {
    throw new Error(`it ended: ${errors.slice(-2_000)}`);
  });
  try {
    return await Promise.race([ask(`http://127.0.0.1:${port}/`, settings), exited]);
  } finally {
    child.kill();
    await exited.catch(() => undefined);
  }
}

/** It takes a moment until the worker listens. */
async function ask(url, settings, attempt = 0) {
  const response = await fetch(url, { method: 'POST', body: JSON.stringify(settings) }).catch((error) => {
    if (error.cause?.code !== 'ECONNREFUSED' || attempt > 100) throw error;
  });
  if (response === undefined) {
    await new Promise((resolve) => void setTimeout(resolve, 200));
    return ask(url, settings, attempt + 1);
  }
  const text = await response.text();
  if (!response.ok) throw new Error(`the worker failed: ${text.slice(0, 2_000)}`);
  return JSON.parse(text);
}
