// How many packages of other authors a production installation has: each is code that an operator has to trust.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { root } from '../setup/install.mjs';
import { productionPackages } from '../supply-chain/production-packages.mjs';

const lock = parse(readFileSync(join(root, 'pnpm-lock.yaml'), 'utf8'));
const workspace = parse(readFileSync(join(root, 'pnpm-workspace.yaml'), 'utf8'));

/** All optional parts: local models, traces, the readers of pages and files, Python without an installation. A higher number needs a reason in docs/guides/supply-chain.md. */
const maxPackages = 244;
/** For upstream models alone: `pnpm deploy --prod --no-optional`. */
const maxRequiredPackages = 96;

describe('a production installation of the service', () => {
  it('has at most the documented number of packages', () => {
    expect(productionPackages(lock, 'apps/api').length).toBeLessThanOrEqual(maxPackages);
    expect(productionPackages(lock, 'apps/api', { optional: false }).length).toBeLessThanOrEqual(maxRequiredPackages);
  });

  it('is counted in the guide', () => {
    const page = readFileSync(join(root, 'docs/guides/supply-chain.md'), 'utf8');
    expect(page).toContain(`| everything | ${maxPackages} |`);
    expect(page).toContain(`| without optional dependencies | ${maxRequiredPackages} |`);
  });

  it('has node-llama-cpp and the exporter of traces as optional parts alone', () => {
    const required = productionPackages(lock, 'apps/api', { optional: false });
    const named = (packages) =>
      packages.filter((name) => /^(?:node-llama-cpp|@opentelemetry\/sdk-trace|@scalar\/)/.test(name));
    expect(named(required)).toEqual([]);
    expect(named(productionPackages(lock, 'apps/api'))).toEqual([
      expect.stringMatching(/^@opentelemetry\/sdk-trace@/),
      expect.stringMatching(/^node-llama-cpp@/),
    ]);
  });

  it('has one version of each package that has an override', () => {
    const packages = productionPackages(lock, 'apps/api');
    for (const [name, version] of Object.entries(workspace.overrides).filter(([, one]) => one !== '-'))
      expect(packages.filter((one) => one.startsWith(`${name}@`))).toEqual([`${name}@${version}`]);
  });
});

describe('the count', () => {
  const snapshots = {
    'a@1.0.0(peer@2.0.0)': { dependencies: { b: '1.0.0' }, optionalDependencies: { 'only-mac': '1.0.0' } },
    'a@1.0.0(peer@3.0.0)': {},
    'b@1.0.0': { dependencies: { a: '1.0.0(peer@3.0.0)' } },
    'only-mac@1.0.0': {},
    'c@2.0.0': { optionalDependencies: { 'a-peer': '1.0.0' } },
    'a-peer@1.0.0': {},
  };
  const packages = { 'c@2.0.0': { peerDependenciesMeta: { 'a-peer': { optional: true } } } };
  const importers = {
    'apps/api': {
      dependencies: { '@org/x': { version: 'link:../../packages/x' } },
      devDependencies: { d: { version: '1.0.0' } },
    },
    'packages/x': { dependencies: { a: { version: '1.0.0(peer@2.0.0)' }, alias: { version: 'c@2.0.0' } } },
  };

  it('follows projects of the workspace, and counts no development dependencies and no package twice', () => {
    expect(productionPackages({ importers, packages, snapshots }, 'apps/api')).toEqual([
      'a@1.0.0',
      'b@1.0.0',
      'c@2.0.0',
      'only-mac@1.0.0',
    ]);
    expect(productionPackages({ importers, packages, snapshots }, 'apps/api', { optional: false })).toEqual([
      'a@1.0.0',
      'b@1.0.0',
      'c@2.0.0',
    ]);
  });
});
