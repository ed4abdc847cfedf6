// Writes the numbers of one project's run to reports/jest.json, which is an output of the cached test target:
// a run that Nx takes from its cache brings its report along.
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';

export default class JestReport {
  #file;

  constructor(globalConfig, options) {
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
      }) + '\n',
    );
  }
}
