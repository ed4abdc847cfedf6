import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { demoModelPath } from '@org/demo-model';
import { escapeAttempts } from '#src/sandbox/escape-attempts.js';
import { sandboxCandidates, type SandboxCandidate } from '#src/sandbox/sandbox-candidates.js';

import { timeoutMs } from '../demo.js';

const folder = mkdtempSync(join(tmpdir(), 'sandbox-'));
const keyFile = join(folder, 'api-keys');
const store = join(folder, 'data.db');
const program = fileURLToPath(new URL('./escape-program.js', import.meta.url));
const server = createServer((_, response) => response.end('reached'));

beforeAll(async () => {
  writeFileSync(keyFile, 'laptop:0123456789abcdef', { mode: 0o600 });
  writeFileSync(store, 'a store', { mode: 0o600 });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
});
afterAll(() => {
  server.close();
  rmSync(folder, { recursive: true });
});

const candidates = sandboxCandidates(
  { sandbox: 'auto', modelPath: demoModelPath, gpu: false, compiledFolder: undefined },
  { node: [process.execPath], program },
  { platform: process.platform, uid: process.getuid?.(), environment: process.env },
);

/** What the process could do, or `undefined` where this machine does not permit the sandbox. */
function tryIn({ prepare, level }: SandboxCandidate): Readonly<Record<string, boolean>> | undefined {
  try {
    const { command, uid, variables } = prepare();
    const [file = '', ...args] = command;
    const { port } = server.address() as AddressInfo;
    const plan = {
      attempts: escapeAttempts(level, [folder, keyFile, store]),
      files: [keyFile, store, `/proc/${process.pid}/environ`, `/proc/${process.pid}/root/etc`],
      modelPath: demoModelPath,
      servicePid: process.pid,
      port,
    };
    const { stdout } = spawnSync(file, [...args, JSON.stringify(plan)], {
      encoding: 'utf8',
      timeout: timeoutMs,
      env: { PATH: process.env['PATH'], ...variables },
      ...(uid === undefined ? {} : { uid, gid: uid }),
    });
    return JSON.parse(stdout);
  } catch {
    return undefined;
  }
}

const nothing = { environment: false, files: false, signal: false, network: false };

describe('the process of a local model', () => {
  it.each(candidates.filter(({ level }) => level === 'namespaces').map((one) => [one.tool, one] as const))(
    'in namespaces by %s reaches no environment, key file, store, process and network of the service, and reads its model',
    (_, candidate) => {
      const could = tryIn(candidate);
      if (could === undefined) return;
      expect(could).toEqual({
        ...nothing,
        connect: false,
        readsPrivateFiles: false,
        trace: false,
        namespaces: false,
        readsModel: true,
      });
    },
    timeoutMs,
  );

  it(
    'as a user of its own reaches no environment, key file, store and process of the service',
    () => {
      const [candidate] = candidates.filter(({ level }) => level === 'user');
      const could = candidate === undefined ? undefined : tryIn(candidate);
      if (could === undefined) return;
      expect(could).toMatchObject({ environment: false, files: false, signal: false, trace: false, readsModel: true });
    },
    timeoutMs,
  );

  it(
    'without a sandbox reaches all of them, so the attempts are able to succeed',
    () => {
      const [candidate] = candidates.filter(({ level }) => level === 'none');
      expect(candidate === undefined ? undefined : tryIn(candidate)).toMatchObject({
        readsPrivateFiles: true,
        readsModel: true,
        ...(process.platform === 'linux' ? { signal: true } : {}),
      });
    },
    timeoutMs,
  );
});
