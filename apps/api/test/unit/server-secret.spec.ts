import { chmod, mkdir, mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ConfigError } from '#src/config/checks/config-error.js';
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

  it('is the same for all processes that start at once', async () => {
    const secrets = await Promise.all(Array.from({ length: 20 }, () => loadServerSecret(folder)));
    expect(new Set(secrets.map((secret) => Buffer.from(secret).toString('hex'))).size).toBe(1);
  });

  it('is not regenerated over a file with other content', async () => {
    await writeFile(join(folder, 'server.key'), 'short');
    await expect(loadServerSecret(folder)).rejects.toThrow('does not contain 32 bytes');
  });

  it('reports in one sentence that its folder is not writable or its file not readable', async () => {
    const missing = join(folder, 'gone');
    await expect(loadServerSecret(missing)).rejects.toThrow(
      new ConfigError(`DATA_DIR: ${join(missing, 'server.key')} cannot be created: no such file or directory (ENOENT)`),
    );
    await mkdir(join(folder, 'server.key'));
    await expect(loadServerSecret(folder)).rejects.toThrow(
      new ConfigError(
        `DATA_DIR: ${join(folder, 'server.key')} cannot be read: illegal operation on a directory (EISDIR)`,
      ),
    );
  });

  it('becomes private when other users could read it', async () => {
    await loadServerSecret(folder);
    await chmod(join(folder, 'server.key'), 0o644);
    await loadServerSecret(folder);
    expect((await stat(join(folder, 'server.key'))).mode & 0o777).toBe(0o600);
  });

  // Only the superuser can create another user's file there.
  (process.getuid?.() === 0 ? describe : describe.skip)('that belongs to somebody else', () => {
    const asNobody = async (mode: number): Promise<Uint8Array> => {
      await loadServerSecret(folder);
      await chmod(join(folder, 'server.key'), mode);
      await chmod(folder, 0o755);
      process.setegid?.(0);
      process.seteuid?.(65_534);
      try {
        return await loadServerSecret(folder);
      } finally {
        process.seteuid?.(0);
      }
    };

    it('is accepted when only its group can also read it, as with mounted secrets', async () => {
      expect(await asNobody(0o640)).toHaveLength(32);
    });

    it('is rejected when every user can read it', async () => {
      await expect(asNobody(0o644)).rejects.toThrow(
        new ConfigError(
          `DATA_DIR: all users can read ${join(folder, 'server.key')}, which belongs to another user; its owner must run: chmod 600 ${join(folder, 'server.key')}`,
        ),
      );
    });

    it('is rejected when this user cannot read it', async () => {
      await expect(asNobody(0o600)).rejects.toThrow(
        new ConfigError(`DATA_DIR: ${join(folder, 'server.key')} cannot be read: permission denied (EACCES)`),
      );
    });
  });
});
