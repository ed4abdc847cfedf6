// Builds the service, unless the last build was made from these very sources. A command such as `npm run key` then starts at once, and
// the files of a running service do not change.
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root, stepEnv } from './install.mjs';
import { runStep } from './run.mjs';

const stamp = join(root, 'node_modules/.built-for');
const program = join(root, 'apps/api/dist/bundle/main.js');

/** Files of the workspace that decide how every project is built. */
const sharedFiles = ['pnpm-lock.yaml', 'pnpm-workspace.yaml', 'package.json', 'nx.json', 'tsconfig.base.json'];
/** Folders of a project that are outputs, libraries or tests. */
const skipped = new Set(['dist', 'dist-test', 'node_modules', 'coverage', 'reports', 'test']);

/** @param {NodeJS.WritableStream} [output] stream for the progress */
export async function build(output) {
  // Computed before the build, so that a source that changes during the build triggers another one.
  const sources = fingerprintSources();
  if (isCurrent(sources)) return;
  await runStep('Building', 'nx', ['run-many', '-t', 'build', '-p', '@org/api', '--outputStyle=static'], {
    env: stepEnv,
    quiet: true,
    output,
  });
  markAsBuilt(sources);
}

/**
 * Records that the program was built from the current sources, by any command, so that the next start does not build
 * it again.
 */
export function markAsBuilt(sources = fingerprintSources()) {
  if (existsSync(program)) writeFileSync(stamp, `${sources} ${fingerprintProgram()}`);
}

/** @param {string} sources */
function isCurrent(sources) {
  return (
    existsSync(stamp) && existsSync(program) && readFileSync(stamp, 'utf8') === `${sources} ${fingerprintProgram()}`
  );
}

/** Differs after each build, by any command. */
function fingerprintProgram() {
  const { mtimeMs, size } = statSync(program);
  return `${mtimeMs} ${size}`;
}

/** A hash over the path, the size and the time of change of each file that goes into the service: a few milliseconds. */
export function fingerprintSources(folder = root) {
  const hash = createHash('sha256');
  const add = (path) => {
    const { mtimeMs, size } = statSync(join(folder, path));
    hash.update(`${path}\0${mtimeMs}\0${size}\n`);
  };
  const walk = (path) => {
    for (const entry of readdirSync(join(folder, path), { withFileTypes: true }).toSorted(byName)) {
      if (entry.isFile() && !entry.name.endsWith('.tsbuildinfo')) add(`${path}/${entry.name}`);
      else if (entry.isDirectory() && !skipped.has(entry.name)) walk(`${path}/${entry.name}`);
    }
  };
  for (const file of sharedFiles) add(file);
  hash.update(`console ${existsSync(join(folder, 'apps/console/dist'))}\n`);
  for (const app of ['apps/api', 'apps/console']) walk(app);
  for (const name of readdirSync(join(folder, 'packages')).toSorted()) {
    // A library whose output is missing must be built again, even when its sources are the same.
    hash.update(`${name} ${existsSync(join(folder, 'packages', name, 'dist'))}\n`);
    walk(`packages/${name}`);
  }
  return hash.digest('hex');
}

const byName = (first, second) => (first.name < second.name ? -1 : 1);
