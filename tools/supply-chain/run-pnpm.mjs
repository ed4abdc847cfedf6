import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root, stepEnv } from '../setup/install.mjs';

const { packageManager } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));

/**
 * Runs the pinned pnpm in the workspace.
 *
 * @param {string[]} args
 * @param {number} timeoutMs
 * @returns {Promise<{ status: number | null, stdout: string, stderr: string }>} a status of null: it ran too long
 */
export function runPnpm(args, timeoutMs) {
  return new Promise((resolve, reject) => {
    const isWindows = process.platform === 'win32';
    // A group of its own: npx alone would end, and pnpm would continue.
    const child = spawn('npx', ['--yes', packageManager, ...args], {
      cwd: root,
      env: { ...process.env, ...stepEnv, FORCE_COLOR: '0' },
      stdio: ['ignore', 'pipe', 'pipe'],
      shell: isWindows,
      detached: !isWindows,
    });
    const texts = { stdout: '', stderr: '' };
    for (const name of ['stdout', 'stderr'])
      child[name].setEncoding('utf8').on('data', (text) => (texts[name] += text));
    const timer = setTimeout(() => {
      if (isWindows) child.kill();
      else process.kill(-child.pid, 'SIGKILL');
    }, timeoutMs);
    child.on('error', reject);
    child.on('close', (status) => {
      clearTimeout(timer);
      resolve({ status, ...texts });
    });
  });
}
