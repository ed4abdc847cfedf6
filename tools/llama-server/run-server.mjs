// llama.cpp's own server as a child process on a free loopback port, which ends with this process.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from '../free-port.mjs';

// Ends all child processes, too: the signal alone would not reach them.
for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => process.exit(130));

/**
 * Resolves when the model is loaded; rejects with the server's stderr tail when it ends before.
 * @param {string} program
 * @param {{ model: string, slots: number, contextLength: number, threads: number, more?: readonly string[] }}
 * settings `contextLength`
 *   is that of each slot, as in our settings
 * @returns {Promise<{ origin: string, pid: number, close: () => Promise<void> }>}
 */
export async function runServer(program, { model, slots, contextLength, threads, more = [] }) {
  const port = await freePort();
  const size = ['--parallel', slots, '--ctx-size', slots * contextLength, '--no-kv-unified', '--threads', threads];
  const args = ['--model', model, '--host', '127.0.0.1', '--port', port, ...size, '--offline', '--no-ui', ...more].map(
    String,
  );
  const child = spawn(program, args, { stdio: ['ignore', 'ignore', 'pipe'] });
  const kill = () => child.kill('SIGKILL');
  process.on('exit', kill);
  let output = '';
  child.stderr.setEncoding('utf8').on('data', (text) => (output = (output + text).slice(-4000)));
  const ended = new Promise((_, reject) => {
    child.on('error', reject);
    child.on('exit', (code, signal) => reject(new Error(`llama-server ended (${signal ?? code}):\n${output}`)));
  });
  // A caller that awaits it gets the error; later it is the expected effect of `close`.
  ended.catch(() => process.off('exit', kill));
  const origin = `http://127.0.0.1:${port}`;
  await Promise.race([ready(origin), ended]);
  return {
    origin,
    pid: child.pid,
    async close() {
      if (child.exitCode !== null || child.signalCode !== null) return;
      child.kill('SIGKILL');
      await once(child, 'exit');
    },
  };
}

async function ready(origin) {
  for (;;) {
    const response = await fetch(`${origin}/health`).catch(() => undefined);
    await response?.body?.cancel();
    if (response?.ok) return;
    await sleep(50);
  }
}
