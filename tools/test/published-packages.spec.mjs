// What npm would publish: the packages whose users see nothing of this repository but their tarball.
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

  it('holds the licence of this repository', () => {
    expect(files).toContain('LICENSE');
    expect(readFileSync(join(folder, 'LICENSE'), 'utf8')).toBe(readFileSync(join(root, 'LICENSE'), 'utf8'));
  });

  it('says which Node it needs', () => {
    expect(manifest.engines).toEqual(JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')).engines);
  });

  it('holds the source that every map leads to', () => {
    const maps = [...files].filter((file) => file.endsWith('.map'));
    const lost = maps.flatMap((map) =>
      JSON.parse(readFileSync(join(folder, map), 'utf8'))
        .sources.map((source) => normalize(join(dirname(map), source)))
        // What tsc left of a source that is gone leads nowhere here, and is in no fresh build.
        .filter((source) => existsSync(join(folder, source)) && !files.has(source)),
    );
    expect(lost).toEqual([]);
  });

  it('asks for ranges of what it stands on, so that one copy can serve a whole program', () => {
    const exact = Object.entries(manifest.dependencies).filter(([, range]) => !/^(?:workspace:)?\^/.test(range));
    expect(exact).toEqual([]);
  });
});
