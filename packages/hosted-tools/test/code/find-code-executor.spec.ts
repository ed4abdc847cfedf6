import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { findCodeExecutor } from '#src/code/find-code-executor.js';
import { bash, isolatedExecutors, python, testSettings } from './executors.js';

const isolated = (await isolatedExecutors()).filter(([name]) => !name.includes('Docker'));
const folder = mkdtempSync(join(tmpdir(), 'service-'));
afterAll(() => rmSync(folder, { recursive: true }));

const settings = {
  isolation: 'namespaces',
  executors: ['python'],
  privatePaths: [folder],
  limits: testSettings,
} as const;

describe('the executor of a machine', () => {
  it('is one in namespaces, unless none withstands the attempts to leave it', async () => {
    const { executor, unmet } = await findCodeExecutor(settings);
    expect(executor?.name).toBe(isolated[0]?.[0]);
    expect(executor !== undefined || unmet.length > 0).toBe(true);
  }, 60_000);

  it('is none where code can read a file of the service, with the reason', async () => {
    // Every sandbox shows the programs of the system.
    const { executor, unmet } = await findCodeExecutor({ ...settings, privatePaths: ['/usr/bin/env'] });
    expect(executor).toBeUndefined();
    const reasons = unmet.filter((reason) => reason.endsWith('it does not prevent access to: files'));
    expect(reasons).toHaveLength(isolated.length);
  }, 120_000);

  it('is none where Python is missing, with the reason of each', async () => {
    const { unmet } = await findCodeExecutor({
      ...settings,
      python: '/nowhere/python3',
      privatePaths: ['/usr/bin/env'],
    });
    expect(unmet.join()).toContain('/nowhere/python3 does not run');
  }, 120_000);

  it('is none with isolation: process where the settings name other executors than python', async () => {
    const process = { isolation: 'process', executors: ['pyodide'], privatePaths: ['/usr/bin/env'] } as const;
    const { executor } = await findCodeExecutor({ ...settings, ...process });
    expect(executor).toBeUndefined();
  }, 120_000);

  it('is none where Docker does not run the image, with the reason', async () => {
    const docker = { executors: ['docker'], docker: { image: 'no-such-image:1' } } as const;
    const { executor, unmet } = await findCodeExecutor({ ...settings, ...docker });
    expect([executor, unmet]).toEqual([undefined, [expect.stringMatching(/^docker: /)]]);
  }, 120_000);

  it('runs without namespaces only with isolation: process', async () => {
    const { executor } = await findCodeExecutor({
      ...settings,
      ...{ isolation: 'process', privatePaths: ['/usr/bin/env'] },
    });
    expect(executor?.name).toBe('python without isolation');
    const session = await executor?.start(testSettings);
    if (session === undefined) throw new Error('It did not start.');
    try {
      expect(await python(session, 'x = 1\nopen("a", "w").write("hi")')).toMatchObject({
        changed: [{ path: 'a', bytes: 2 }],
      });
      expect(await bash(session, 'cat a')).toMatchObject({ stdout: 'hi' });
      expect(await python(session, 'while True: pass', 500)).toMatchObject({ reason: 'time', variablesLost: true });
      expect((await python(session, '6 * 7')).stdout).toBe('42\n');
    } finally {
      await session.stop();
    }
  }, 120_000);
});
