import { defaultCodeSettings, type CodeSettings } from '#src/code/code-settings.js';
import type { CodeExecutor, CodeOutput, CodeSession } from '#src/code/code-executor.js';
import { dockerExecutor } from '#src/code/executors/docker.js';
import { findPython, hostPythonExecutor } from '#src/code/executors/host-python.js';
import { sandboxWays } from '#src/code/executors/sandbox-ways.js';

/** Limits that a test reaches in a few seconds. */
export const testSettings: CodeSettings = {
  ...defaultCodeSettings,
  ...{ memoryMiB: 256, filesMiB: 32, maxProcesses: 24, maxOutputBytes: 10_000, callMs: 5_000, warmProcesses: 0 },
};

/** An executor, and whether code in it has namespaces of its own. */
export type NamedExecutor = readonly [name: string, executor: CodeExecutor];

/** An image of this machine with Python. With it, the tests include Docker. */
const image = process.env['TEST_PYTHON_IMAGE'];

/** The executors with isolation that this machine permits. */
export async function isolatedExecutors(): Promise<readonly NamedExecutor[]> {
  const found: NamedExecutor[] = [];
  for (const way of sandboxWays(process.env)) {
    try {
      const executor = hostPythonExecutor(findPython(undefined, process.env), way);
      await (await executor.start(testSettings)).stop();
      found.push([executor.name, executor]);
    } catch {
      // This machine does not permit it.
    }
  }
  if (image !== undefined) {
    const executor = await dockerExecutor(
      { image, runtime: process.env['TEST_DOCKER_RUNTIME'], host: process.env['TEST_DOCKER_HOST'] },
      process.env,
    );
    found.push([executor.name, executor]);
  }
  return found;
}

/** Runs Python code. */
export async function python(session: CodeSession, code: string, limitMs = 10_000): Promise<CodeOutput> {
  return await session.run({ language: 'python', code, limitMs });
}

export async function bash(session: CodeSession, code: string, limitMs = 10_000): Promise<CodeOutput> {
  return await session.run({ language: 'bash', code, limitMs });
}
