// Writes the API report of each package: packages/*/api-report.md.
//
//   npm run api-report           builds the packages first
import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { readCommandLine } from '../command-line.mjs';
import { root, stepEnv } from '../setup/install.mjs';
import { findPackages } from './entry-points.mjs';
import { readDeclarations, renderReport, reportName } from './render-report.mjs';

readCommandLine(import.meta.url);
const { status } = spawnSync('nx', ['run-many', '-t', 'build', '--projects=packages/*', '--outputStyle=static'], {
  cwd: root,
  stdio: ['ignore', 'ignore', 'inherit'],
  env: { ...process.env, ...stepEnv },
  shell: process.platform === 'win32',
});
if (status !== 0) process.exit(status ?? 1);
const packages = findPackages(root);
const program = readDeclarations(packages);
for (const packageInfo of packages)
  writeFileSync(join(packageInfo.folder, reportName), renderReport(program, packageInfo));
