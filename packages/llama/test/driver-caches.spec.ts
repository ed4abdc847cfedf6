import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { driverCaches } from '#src/driver-caches.js';

const base = mkdtempSync(join(tmpdir(), 'driver-caches-'));
afterAll(() => rmSync(base, { recursive: true }));

describe('where drivers keep what they compile', () => {
  it('is the folder of the service, which is made for its owner alone: a driver keeps nothing in one that is not there', () => {
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

  it('is left to them where the folder cannot be made, or none is named', () => {
    writeFileSync(join(base, 'file'), '');
    expect(driverCaches(join(base, 'file/compiled'))).toEqual({});
    expect(driverCaches(undefined)).toEqual({});
  });
});
