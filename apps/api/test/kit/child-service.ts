// The shipped program as a separate process that tests can kill.
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { eventually } from './eventually.js';
import { storeOf } from './store-of.js';

const program = fileURLToPath(new URL('../../dist/bundle/main.js', import.meta.url));
export const childKey = 'key-of-the-child';

export interface ChildService {
  readonly url: string;
  post(path: string, body: unknown, headers?: Readonly<Record<string, string>>): Promise<Response>;
  /** Kills the process as an out-of-memory kill does: without time for final output. */
  kill(): Promise<void>;
}

const children = new Set<ChildProcess>();

/** Starts a service on the store of `dataDir`. `settings` is its service.yaml, which may be JSON. */
export async function startChildService(dataDir: string, settings: object): Promise<ChildService> {
  await mkdir(dataDir, { recursive: true });
  const file = join(dataDir, 'service.yaml');
  await writeFile(file, JSON.stringify(settings));
  const store = await storeOf(dataDir);
  const child = spawn(process.execPath, [program], {
    env: {
      PATH: process.env['PATH'] ?? '',
      PORT: '0',
      DATA_DIR: dataDir,
      STORE_URL: store.kind === 'postgres' ? store.url : `sqlite:${store.path}`,
      API_KEYS: `child:${childKey}`,
      SERVICE_CONFIG: file,
    },
  });
  children.add(child);
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (data: Buffer) => (output += data.toString()));
  const address = (): string | undefined => /^ {2}address {2}(\S+)$/m.exec(output)?.[1];
  await eventually(() => address() !== undefined || child.exitCode !== null, 60_000);
  const url = address();
  if (url === undefined) throw new Error(`the service did not start: ${output}`);
  return {
    url,
    post: (path, body, headers = {}) =>
      fetch(url + path, {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          authorization: `Bearer ${childKey}`,
          'anthropic-version': '2023-06-01',
          ...headers,
        },
        body: JSON.stringify(body),
      }),
    async kill() {
      children.delete(child);
      if (child.exitCode !== null || child.signalCode !== null) return;
      child.kill('SIGKILL');
      await once(child, 'exit');
    },
  };
}

/** Kills all child processes that still run. */
export async function killChildren(): Promise<void> {
  for (const child of [...children]) {
    children.delete(child);
    if (child.exitCode !== null || child.signalCode !== null) continue;
    child.kill('SIGKILL');
    await once(child, 'exit');
  }
}
