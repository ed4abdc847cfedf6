import { findPackageJSON } from 'node:module';
import preset from '../../tools/jest.preset.mjs';

/** Tests that run llama.cpp, or read the source that node-llama-cpp carries. */
const engineTests = '<rootDir>/dist-test/llama-cpp/';

export default isInstalled('node-llama-cpp')
  ? preset
  : { ...preset, testPathIgnorePatterns: [...(preset.testPathIgnorePatterns ?? []), engineTests] };

function isInstalled(library) {
  try {
    return findPackageJSON(library, import.meta.url) !== undefined;
  } catch {
    process.stderr.write(`${library} is not installed, so Jest skips the tests in test/llama-cpp.\n`);
    return false;
  }
}
