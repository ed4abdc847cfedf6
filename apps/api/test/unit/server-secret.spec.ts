import { mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { loadServerSecret } from '#src/engine/server-secret.js';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'service-secret-'));
});
afterEach(async () => {
  await rm(folder, { recursive: true, force: true });
});

describe('the secret of an installation', () => {
  it('is made once, for its owner only, and stays the same', async () => {
    const first = await loadServerSecret(folder);
    expect(first.byteLength).toBe(32);
    expect(await loadServerSecret(folder)).toEqual(first);
    expect(await readdir(folder)).toEqual(['server.key']);
    expect((await stat(join(folder, 'server.key'))).mode & 0o777).toBe(0o600);
  });

  it('is the same for all who start at once', async () => {
    const secrets = await Promise.all(Array.from({ length: 20 }, () => loadServerSecret(folder)));
    expect(new Set(secrets.map((secret) => Buffer.from(secret).toString('hex'))).size).toBe(1);
  });

  it('is not made anew over a file that holds something else', async () => {
    await writeFile(join(folder, 'server.key'), 'short');
    await expect(loadServerSecret(folder)).rejects.toThrow('does not hold 32 bytes');
  });
});
