// Writes the figures of one project's run to reports/jest.json, which is an output of the cached test target: a run
// from the Nx cache includes its report.
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, relative } from 'node:path';

export default class JestReport {
  #file;
  #rootDir;

  constructor(globalConfig, options) {
    this.#rootDir = globalConfig.rootDir;
    this.#file = options.file.replace('<rootDir>', globalConfig.rootDir);
  }

  onRunComplete(_contexts, results) {
    const suitesBroken = results.testResults.filter((suite) => suite.testExecError !== undefined).length;
    mkdirSync(dirname(this.#file), { recursive: true });
    writeFileSync(
      this.#file,
      JSON.stringify({
        passed: results.numPassedTests,
        failed: results.numFailedTests + suitesBroken,
        skipped: results.numPendingTests + results.numTodoTests,
        seconds: secondsByFile(results.testResults, this.#rootDir),
      }) + '\n',
    );
  }
}

/** How long each file took, the slowest first; a file of several Jest projects has a row for each. */
function secondsByFile(suites, rootDir) {
  return suites
    .filter(({ perfStats }) => perfStats.end > 0)
    .map(({ testFilePath, displayName, perfStats }) => ({
      file: [displayName?.name, relative(rootDir, testFilePath)].filter(Boolean).join(' '),
      seconds: (perfStats.end - perfStats.start) / 1000,
    }))
    .toSorted((first, second) => second.seconds - first.seconds);
}
