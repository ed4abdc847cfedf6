// The task that builds llama.cpp's own server, without half an hour of compiling.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { serverSource } from '../llama-server/find-server.mjs';

const program = fileURLToPath(new URL('../llama-server/build.mjs', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'llama-server-test-'));
afterAll(() => rmSync(folder, { recursive: true }));

const build = (env) => spawnSync(process.execPath, [program], { encoding: 'utf8', env: { DATA_DIR: folder, ...env } });

describe('building llama-server', () => {
  it('finds the source of the release that the library was built from', () => {
    const { release, bundle } = serverSource();
    expect(release).toMatch(/^[bv]\d/);
    expect(readFileSync(bundle).subarray(0, 16).toString()).toContain('git bundle');
  });

  it('reports missing tools and how to get them', () => {
    const { status, stderr } = build({ PATH: folder });
    expect(status).toBe(1);
    expect(stderr).toMatch(/without git and cmake and a C\+\+ compiler\. Debian/);
  });

  it('uses an existing program', () => {
    const server = join(folder, 'server');
    writeFileSync(server, '');
    expect(build({ LLAMA_SERVER: server })).toMatchObject({ status: 0, stdout: `${server}\n` });
  });
});
