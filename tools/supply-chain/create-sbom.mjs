import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { root } from '../setup/install.mjs';
import { runPnpm } from './run-pnpm.mjs';

const timeoutMs = 120_000;

/**
 * Packages of the build whose output is a part of the service without being a dependency of it, with what that output
 * is.
 */
const builtIn = new Map([
  ['@scalar/fastify-api-reference', { project: 'apps/api', content: 'files of the page under /docs' }],
  ['preact', { project: 'apps/console', content: 'a script of the console' }],
]);

/**
 * Writes the CycloneDX SBOM of the service: all production packages of the lock file, with licenses and hashes, and
 * what the build copies from others. Needs an installed workspace and no network.
 *
 * @param {string} file
 * @returns {Promise<object>} the document
 */
export async function createSbom(file) {
  const folder = mkdtempSync(join(tmpdir(), 'sbom-'));
  try {
    const out = join(folder, 'sbom.json');
    const format = ['--sbom-format', 'cyclonedx', '--sbom-spec-version', '1.6', '--sbom-type', 'application'];
    const { status, stderr } = await runPnpm(
      ['--filter', '@org/api', 'sbom', '--prod', ...format, '--out', out],
      timeoutMs,
    );
    if (status !== 0) throw new Error(`pnpm sbom failed: ${stderr.trim() || `status ${status}`}`);
    const document = withBuiltIn(JSON.parse(readFileSync(out, 'utf8')));
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, `${JSON.stringify(document, null, 2)}\n`);
    return document;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function withBuiltIn(document) {
  const components = [...builtIn].map(([name, { project, content }]) =>
    componentOf(name, versionIn(project, name), content),
  );
  return { ...document, components: [...document.components, ...components] };
}

/** The exact version of a library in the manifest of a project. */
function versionIn(project, name) {
  const { dependencies, devDependencies } = JSON.parse(readFileSync(join(root, project, 'package.json'), 'utf8'));
  return dependencies[name] ?? devDependencies[name];
}

function componentOf(name, version, content) {
  const [group, rest] = name.startsWith('@') ? name.split('/') : [undefined, name];
  const purl = `pkg:npm/${group === undefined ? '' : `${encodeURIComponent(group)}/`}${rest}@${version}`;
  return {
    type: 'library',
    ...(group === undefined ? {} : { group }),
    name: rest,
    version,
    purl,
    'bom-ref': purl,
    description: `Used by the build. The service contains its output: ${content}.`,
  };
}
