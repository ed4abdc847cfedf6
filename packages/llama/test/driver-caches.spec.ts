import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { driverCaches } from '#src/driver-caches.js';

const base = mkdtempSync(join(tmpdir(), 'driver-caches-'));
afterAll(() => rmSync(base, { recursive: true }));

describe('driver cache directory', () => {
  it("uses the service's directory, created for its owner only, because drivers do not create a missing one", () => {
    const folder = join(base, 'data/compiled');
    expect(driverCaches(folder)).toEqual({
      __GL_SHADER_DISK_CACHE: '1',
      __GL_SHADER_DISK_CACHE_PATH: folder,
      CUDA_CACHE_PATH: folder,
      MESA_SHADER_CACHE_DIR: folder,
    });
    const made = statSync(folder);
    expect(made.isDirectory()).toBe(true);
    expect(process.platform === 'win32' || (made.mode & 0o077) === 0).toBe(true);
    expect(driverCaches(folder)).toMatchObject({ CUDA_CACHE_PATH: folder });
  });

  it('leaves the driver default where the directory cannot be created or none is configured', () => {
    writeFileSync(join(base, 'file'), '');
    expect(driverCaches(join(base, 'file/compiled'))).toEqual({});
    expect(driverCaches(undefined)).toEqual({});
  });
});
