// The API reports show reviewers what a change does to the public modules of the packages.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { findPackages } from '../api-report/entry-points.mjs';
import { findUndocumented } from '../api-report/find-undocumented.mjs';
import { readDeclarations, renderReport, reportName } from '../api-report/render-report.mjs';
import { root } from '../setup/install.mjs';

const packages = findPackages(root);
const program = readDeclarations(packages);

describe('the API report', () => {
  it.each(packages.map((packageInfo) => [packageInfo.name, packageInfo]))('of %s is current', (_, packageInfo) => {
    const file = join(packageInfo.folder, reportName);
    const written = existsSync(file) ? readFileSync(file, 'utf8') : '';
    // A comparison by Jest would print both texts, which have thousands of lines.
    const isCurrent = written === renderReport(program, packageInfo);
    expect(isCurrent ? 'current' : `${reportName} differs: run npm run api-report`).toBe('current');
  });
});

describe('the exports of', () => {
  it.each(packages.flatMap(({ entryPoints }) => entryPoints.map(({ specifier, file }) => [specifier, file])))(
    '%s have docstrings',
    (_, file) => expect(findUndocumented(program, file)).toEqual([]),
  );
});
