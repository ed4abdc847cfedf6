// The packages that npm would publish, whose users see only the tarball.
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = join(dirname(fileURLToPath(import.meta.url)), '../..');

describe.each(['packages/protocol', 'packages/sdk'])('the tarball of %s', (path) => {
  const folder = join(root, path);
  const manifest = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  const [packed] = JSON.parse(
    execFileSync('npm', ['pack', '--dry-run', '--json'], {
      cwd: folder,
      stdio: ['ignore', 'pipe', 'ignore'],
    }).toString(),
  );
  const files = new Set(packed.files.map((file) => file.path));

  it('contains the license of this repository', () => {
    expect(files).toContain('LICENSE');
    expect(readFileSync(join(folder, 'LICENSE'), 'utf8')).toBe(readFileSync(join(root, 'LICENSE'), 'utf8'));
  });

  it('declares the required Node version', () => {
    expect(manifest.engines).toEqual(JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')).engines);
  });

  it('contains the source of every source map', () => {
    const maps = [...files].filter((file) => file.endsWith('.map'));
    const lost = maps.flatMap((map) =>
      JSON.parse(readFileSync(join(folder, map), 'utf8'))
        .sources.map((source) => normalize(join(dirname(map), source)))
        // Output of tsc for a deleted source has no source here, and is absent from a fresh build.
        .filter((source) => existsSync(join(folder, source)) && !files.has(source)),
    );
    expect(lost).toEqual([]);
  });

  it('declares its dependencies as ranges so that one copy can serve a complete program', () => {
    const exact = Object.entries(manifest.dependencies).filter(([, range]) => !/^(?:workspace:)?\^/.test(range));
    expect(exact).toEqual([]);
  });
});
