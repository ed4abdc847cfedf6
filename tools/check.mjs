// npm test: everything that CI runs. Builds, lints and tests every project, and closes with the sum of their reports.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { install, root, stepEnv } from './setup/install.mjs';
import { runStep } from './setup/run.mjs';

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
try {
  await runStep(
    'Building, linting and testing every project',
    'nx',
    [
      'run-many',
      '-t',
      'build',
      'lint',
      'test',
      '--parallel=2',
      '--nxBail=false',
      '--outputStyle=static',
      ...process.argv.slice(2),
    ],
    { env: stepEnv },
  );
} catch (error) {
  process.stderr.write(`${error.message}\n`);
  exitCode = error.exitCode ?? 1;
}

const total = { passed: 0, failed: 0, skipped: 0 };
for (const project of projects()) {
  const file = join(project, 'reports/jest.json');
  if (!existsSync(file)) {
    process.stdout.write(`${project}: no report, so its tests did not run\n`);
    total.failed += 1;
    continue;
  }
  const report = JSON.parse(readFileSync(file, 'utf8'));
  process.stdout.write(`${project}: ${report.passed} passed, ${report.failed} failed\n`);
  for (const key of Object.keys(total)) total[key] += report[key];
}
if (total.failed > 0) exitCode ||= 1;
// A step that failed without a failed test (a lint error, a build error) must not look like a green run.
if (exitCode !== 0 && total.failed === 0) total.failed = 1;
process.stdout.write(
  `${total.passed} passed, ${total.failed} failed${total.skipped > 0 ? `, ${total.skipped} skipped` : ''}\n`,
);
process.exitCode = exitCode;

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
