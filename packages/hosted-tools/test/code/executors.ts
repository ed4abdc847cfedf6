import { defaultCodeSettings, type CodeSettings } from '#src/code/code-settings.js';
import type { CodeExecutor, CodeOutput, CodeSession } from '#src/code/code-executor.js';
import { findPython, hostPythonExecutor } from '#src/code/executors/host-python.js';
import { sandboxWays } from '#src/code/executors/sandbox-ways.js';

/** Limits that a test reaches in a few seconds. */
export const testSettings: CodeSettings = {
  ...defaultCodeSettings,
  ...{ memoryMiB: 256, filesMiB: 32, maxProcesses: 24, maxOutputBytes: 10_000, callMs: 5_000, warmProcesses: 0 },
};

/** An executor, and whether code in it has namespaces of its own. */
export type NamedExecutor = readonly [name: string, executor: CodeExecutor];

/** The executors with namespaces that this machine permits. */
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
  return found;
}

/** Runs Python code. */
export async function python(session: CodeSession, code: string, limitMs = 10_000): Promise<CodeOutput> {
  return await session.run({ language: 'python', code, limitMs });
}

export async function bash(session: CodeSession, code: string, limitMs = 10_000): Promise<CodeOutput> {
  return await session.run({ language: 'bash', code, limitMs });
}
