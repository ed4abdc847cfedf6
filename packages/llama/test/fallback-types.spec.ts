import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const project = fileURLToPath(new URL('../', import.meta.url));

describe('types/node-llama-cpp.d.ts', () => {
  it('has all types that the sources and tests use, so that they compile without node-llama-cpp', async () => {
    const compiled = promisify(execFile)('tsc', ['-p', 'tsconfig.fallback.json', '--pretty', 'false'], {
      cwd: project,
    });
    await expect(compiled.catch((error: { stdout: string }) => Promise.reject(error.stdout))).resolves.toBeDefined();
  });
});
