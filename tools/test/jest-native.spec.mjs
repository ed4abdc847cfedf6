// The results of a Jest run whose files share the modules of a process: the same as with separate modules.
import { execFile } from 'node:child_process';
import { mkdtemp, readFile, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const path = (name) => fileURLToPath(new URL(name, import.meta.url));
const jest = path('../../node_modules/jest/bin/jest.js');

let folder;
beforeAll(async () => {
  folder = await realpath(await mkdtemp(join(tmpdir(), 'jest-native-')));
  await writeFile(join(folder, 'package.json'), '{ "type": "module" }');
});
afterAll(() => rm(folder, { recursive: true, force: true }));

/** Runs files in one process, in any order, and returns the tests by file. */
async function run(files, ...options) {
  await Promise.all(Object.entries(files).map(([name, text]) => writeFile(join(folder, name), text)));
  const config = {
    rootDir: folder,
    testEnvironment: 'node',
    testRunner: path('../jest-native.mjs'),
    testMatch: Object.keys(files)
      .filter((name) => name.endsWith('.spec.js'))
      .map((name) => `<rootDir>/${name}`),
    transform: {},
    globals: { given: 'by the configuration' },
    coverageProvider: 'v8',
    coverageReporters: ['json-summary'],
  };
  const report = join(folder, 'report.json');
  await new Promise((resolve) => {
    execFile(
      process.execPath,
      [
        '--experimental-vm-modules',
        jest,
        '--config',
        JSON.stringify(config),
        '-i',
        '--json',
        '--outputFile',
        report,
        ...options,
      ],
      { cwd: folder },
      resolve,
    );
  });
  const { testResults, numPassedTests, numFailedTests } = JSON.parse(await readFile(report, 'utf8'));
  return {
    passed: numPassedTests,
    failed: numFailedTests,
    files: Object.fromEntries(
      testResults.map(({ name, assertionResults, message }) => [
        name.slice(folder.length + 1),
        { tests: assertionResults.map(({ title, status }) => `${title}: ${status}`), message },
      ]),
    ),
  };
}

describe('files that share modules', () => {
  it('are isolated: each has its own tests and hooks, and all of them count', async () => {
    const file = (name) => `import { calls } from './shared.js';
      beforeEach(() => calls.push('${name}'));
      it('one', () => expect(calls.filter((call) => call !== '${name}')).toHaveLength(calls[0] === '${name}' ? 0 : 3));
      it('two', () => expect(calls.filter((call) => call === '${name}')).toHaveLength(2));
      it('no', () => expect('${name}').toBe('a'));`;
    const seen = await run({ 'shared.js': 'export const calls = [];', 'a.spec.js': file('a'), 'b.spec.js': file('b') });
    expect(seen).toMatchObject({
      passed: 5,
      failed: 1,
      files: {
        'a.spec.js': { tests: ['one: passed', 'two: passed', 'no: passed'] },
        'b.spec.js': { tests: ['one: passed', 'two: passed', 'no: failed'] },
      },
    });
  });

  it('share no environment, globals or replaced functions', async () => {
    const file = `it('is the first', () => {
      expect([process.env.LEFT, process.env.PATH === undefined, Date.now() === 7, given]).toEqual([undefined, false, false, 'by the configuration']);
      expect(Object.getOwnPropertySymbols(globalThis).filter(({ description }) => description === 'JEST_STATE_SYMBOL')).toHaveLength(1);
      process.env.LEFT = 'x';
      delete process.env.PATH;
      given = 'by a file';
      jest.spyOn(Date, 'now').mockReturnValue(7);
      expect(Date.now()).toBe(7);
    });`;
    expect(await run({ 'a.spec.js': file, 'b.spec.js': file })).toMatchObject({ passed: 2, failed: 0 });
  });

  it.each([
    ['cannot be loaded', "import './none.js'; it('x', () => undefined);", 'none.js'],
    ['throws outside of its tests', "it('x', () => undefined); throw new Error('at once');", 'at once'],
    [
      'has an unhandled rejection',
      "it('x', async () => { Promise.reject(new Error('unseen')); await new Promise((resolve) => setTimeout(resolve, 50)); });",
      'unseen',
    ],
    ['takes too long', "it('x', () => new Promise(() => undefined), 50);", "> 1 | it('x', () => new Promise"],
    [
      'throws in a timer',
      "it('x', async () => { setTimeout(() => { throw new Error('too late'); }); await new Promise((resolve) => setTimeout(resolve, 50)); });",
      'too late',
    ],
  ])('fail alone where one %s', async (_, text, message) => {
    const { files } = await run({ 'a.spec.js': text, 'b.spec.js': "it('y', () => undefined);" });
    expect(files['a.spec.js'].message).toContain(message);
    expect(files['b.spec.js']).toEqual({ tests: ['y: passed'], message: '' });
  });
});

it('what the files cover together is counted', async () => {
  const file = (name) =>
    `import { ${name} } from './three.js'; it('${name}', () => expect(${name}()).toBe('${name}'));`;
  const three = ['a', 'b', 'c'].map((name) => `export const ${name} = () => '${name}';\n`).join('');
  expect(
    await run(
      { 'three.js': three, 'a.spec.js': file('a'), 'b.spec.js': file('b') },
      '--coverage',
      '--collectCoverageFrom',
      'three.js',
    ),
  ).toMatchObject({ passed: 2, failed: 0 });
  const summary = JSON.parse(await readFile(join(folder, 'coverage/coverage-summary.json'), 'utf8'));
  expect(summary[join(folder, 'three.js')].functions).toMatchObject({ total: 3, covered: 2 });
});
