// Everything that CI runs: builds, lints and tests every project, and prints the sum of their reports.
//
//   npm test
//   npm test -- --affected       tests only projects with files that differ from main; builds and lints their dependents, too
//   npm test -- --affected=all   tests their dependents, too
//   npm test -- --base=REF       as --affected, compared with another commit than main
//
// Other options go to Nx, such as --skip-nx-cache.
import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { markAsBuilt } from './setup/build.mjs';
import { install, root, stepEnv } from './setup/install.mjs';
import { runStep } from './setup/run.mjs';

const isWindows = process.platform === 'win32';

process.chdir(root);
let exitCode = 0;
try {
  await install();
} catch (error) {
  process.stderr.write(`${error.message}\n`);
  process.exit(error.exitCode ?? 1);
}
try {
  await runStep('Checking the format (repair it with: npm run format)', 'oxfmt', ['--check', '.'], {
    env: stepEnv,
    quiet: true,
  });
} catch (error) {
  process.stderr.write(`${error.message}\n`);
  exitCode = error.exitCode ?? 1;
}
const { isAffectedOnly, withDependents, base, nxOptions } = readOptions(process.argv.slice(2));
const selection = isAffectedOnly ? ['affected', `--base=${base}`] : ['run-many'];
const options = [...selection, '--nxBail=false', '--outputStyle=static', ...nxOptions];
const affected = isAffectedOnly ? affectedProjects() : undefined;
const untested = affected === undefined || withDependents ? [] : dependentsAmong(affected);
try {
  await runStep('Building and linting', 'nx', [...options, '-t', 'build', 'lint', '--parallel=2'], { env: stepEnv });
  // Tests that start the program must not build it while others read its files.
  markAsBuilt();
} catch (error) {
  process.stderr.write(`${error.message}\n`);
  exitCode = error.exitCode ?? 1;
}
try {
  // Two of the small projects at a time, so that no core is idle while one of them compiles. A project whose workers
  // take all cores runs alone: `"parallelism": false` in its package.json.
  const excluded = untested.length > 0 ? [`--exclude=${untested.join(',')}`] : [];
  await runStep('Testing', 'nx', [...options, ...excluded, '-t', 'test', '--parallel=2'], { env: stepEnv });
} catch (error) {
  process.stderr.write(`${error.message}\n`);
  exitCode = error.exitCode ?? 1;
}

const total = { passed: 0, failed: 0, skipped: 0 };
const slowest = [];
for (const project of projects()) {
  const file = join(project, 'reports/jest.json');
  if (affected !== undefined && !isTested(nameOf(project))) continue;
  if (!existsSync(file)) {
    process.stdout.write(`${project}: no report, so its tests did not run\n`);
    total.failed += 1;
    continue;
  }
  const report = JSON.parse(readFileSync(file, 'utf8'));
  process.stdout.write(`${project}: ${report.passed} passed, ${report.failed} failed\n`);
  for (const key of Object.keys(total)) total[key] += report[key];
  for (const one of report.seconds ?? []) slowest.push({ ...one, file: `${project}: ${one.file}` });
}
slowest.sort((first, second) => second.seconds - first.seconds);
process.stdout.write('Slowest test files, in seconds:\n');
for (const one of slowest.slice(0, 10)) process.stdout.write(`  ${one.seconds.toFixed(1)} ${one.file}\n`);
if (total.failed > 0) exitCode ||= 1;
// A step that failed without a failed test (a lint error, a build error) must not look like a successful run.
if (exitCode !== 0 && total.failed === 0) total.failed = 1;
process.stdout.write(
  `${total.passed} passed, ${total.failed} failed${total.skipped > 0 ? `, ${total.skipped} skipped` : ''}\n`,
);
if (untested.length > 0)
  process.stdout.write(`Not tested, although they depend on the change: ${untested.join(', ')}\n`);
process.exitCode = exitCode;

/** The options of this program, and those for Nx. */
function readOptions(args) {
  const [own, others] = [[], []];
  for (const argument of args) (/^--(?:affected(?:=all)?|base=.+)$/.test(argument) ? own : others).push(argument);
  const named = own.find((argument) => argument.startsWith('--base='));
  return {
    isAffectedOnly: own.length > 0,
    withDependents: own.includes('--affected=all'),
    base: named?.slice('--base='.length) ?? 'main',
    nxOptions: others,
  };
}

/** Whether this run has the tests of a project among its steps. */
function isTested(name) {
  return affected.includes(name) && !untested.includes(name);
}

/** The output of a program of the workspace. */
function outputOf(command, args) {
  return execFileSync(command, args, { encoding: 'utf8', env: { ...process.env, ...stepEnv }, shell: isWindows });
}

/** Projects with a file that differs from the base, and all that depend on them. */
function affectedProjects() {
  return JSON.parse(outputOf('nx', ['show', 'projects', '--affected', `--base=${base}`, '--json']));
}

/** Those without a changed file of their own: `--affected=all` and `npm test` without an option test them, too. */
function dependentsAmong(names) {
  const changed = [
    ...outputOf('git', ['diff', '--name-only', '--merge-base', base]).split('\n'),
    ...outputOf('git', ['ls-files', '--others', '--exclude-standard']).split('\n'),
  ].filter(Boolean);
  const roots = new Map(projects().map((folder) => [nameOf(folder), `${folder.replaceAll('\\', '/')}/`]));
  // The tests of the tools check what no project owns: documents, examples, settings of the workspace.
  const isOwned = (file) => [...roots.values()].some((folder) => file.startsWith(folder));
  const hasChange = (name) =>
    changed.some((file) => file.startsWith(roots.get(name)) || (name === '@org/tools' && !isOwned(file)));
  return names.filter((name) => roots.has(name) && !hasChange(name));
}

function nameOf(folder) {
  return JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')).name;
}

/** Folders of all projects that name a test target. */
function projects() {
  const folders = [
    'tools',
    ...['apps', 'packages', 'examples'].flatMap((group) =>
      existsSync(group) ? readdirSync(group).map((name) => join(group, name)) : [],
    ),
  ];
  return folders.filter((folder) => {
    const manifest = join(folder, 'package.json');
    return existsSync(manifest) && JSON.parse(readFileSync(manifest, 'utf8')).nx?.targets?.test !== undefined;
  });
}
