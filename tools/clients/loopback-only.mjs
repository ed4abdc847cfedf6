import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';

const markerVariable = 'CLIENTS_CHECK_INSIDE';
// Root keeps its users: PostgreSQL and the sandboxes of code change to another one.
const flags = process.getuid?.() === 0 ? '-n' : '-rn';
const inside = [flags, 'sh', '-c', 'ip link set lo up && exec "$@"', 'sh'];

/** Whether this process is already where only loopback can be reached. */
export const isLoopbackOnly = process.env[markerVariable] === '1';

/** Whether this machine supports such isolation: a Linux network namespace. */
export function canBeLoopbackOnly() {
  return process.platform === 'linux' && spawnSync('unshare', [...inside, 'true'], { stdio: 'ignore' }).status === 0;
}

/** Runs this very program there, and gives its exit code. */
export async function runLoopbackOnly() {
  const child = spawn('unshare', [...inside, process.execPath, ...process.argv.slice(1)], {
    stdio: 'inherit',
    env: { ...process.env, [markerVariable]: '1' },
  });
  const [code] = await once(child, 'exit');
  return code ?? 1;
}
