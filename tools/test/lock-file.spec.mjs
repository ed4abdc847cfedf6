// The lock file is written on one machine and installed on others, from any package registry.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../setup/install.mjs';

const lock = readFileSync(join(root, 'pnpm-lock.yaml'), 'utf8');
const workspace = readFileSync(join(root, 'pnpm-workspace.yaml'), 'utf8');

/** Builds of llama.cpp that no lock file contains yet: without one, node-llama-cpp builds it there from its source. */
const notYet = /^@node-llama-cpp\/(mac|win|linux-riscv64)/;
const isOmitted = (name) => notYet.test(name) || workspace.includes(`  - "${name}"\n`);

/** The packages that are installed, each once. */
function* installed() {
  const store = join(root, 'node_modules/.pnpm');
  for (const entry of readdirSync(store, { withFileTypes: true })) {
    if (!entry.isDirectory() || !/.@\d/.test(entry.name)) continue;
    // `@nx+devkit@24.0.6_nx@24.0.6` contains `@nx/devkit`, next to links to its dependencies.
    const [, name] = /^(.[^@]*)@/.exec(entry.name);
    yield JSON.parse(
      readFileSync(join(store, entry.name, 'node_modules', name.replace('+', '/'), 'package.json'), 'utf8'),
    );
  }
}

describe('the lock file', () => {
  it('lists the packages without their registry', () => expect(lock).not.toMatch(/^ +tarball:|https?:\/\/.*\.tgz/m));

  it('has the builds of every system that a package is built for', () => {
    // An earlier installation may still have a package that is omitted now.
    const packages = [...installed()].filter(({ name }) => !isOmitted(name));
    const missing = packages.flatMap(({ name, optionalDependencies = {} }) =>
      Object.keys(optionalDependencies)
        .filter((build) => !isOmitted(build) && !lock.includes(`\n  '${build}@`) && !lock.includes(`\n  ${build}@`))
        .map((build) => `${name} needs ${build}`),
    );
    expect(missing).toEqual([]);
  });
});
