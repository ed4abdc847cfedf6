import { ModelLoadError } from '@org/engine';

import type { SandboxCandidate, SandboxCommand } from './sandbox-candidates.js';
import type { SandboxLevel, SandboxMode, SandboxReport } from './sandbox-level.js';

/** A process that has started, and the sandbox that holds for it. */
export interface Sandboxed<Started> {
  readonly started: Started;
  readonly report: SandboxReport;
}

/**
 * Starts a process in the first sandbox of `candidates` that works. `start` throws an Error with the reason where one does not.
 * Throws a {@link ModelLoadError} when none works. Each start tries all of them again, so a missing program is used
 * as soon as the operator has installed it.
 */
export async function startSandboxed<Started>(
  mode: SandboxMode,
  candidates: readonly SandboxCandidate[],
  start: (command: SandboxCommand, candidate: SandboxCandidate) => Promise<Started>,
): Promise<Sandboxed<Started>> {
  const failed: { readonly level: SandboxLevel; readonly reason: string }[] = [];
  for (const candidate of candidates) {
    try {
      const started = await start(candidate.prepare(), candidate);
      const { level, tool } = candidate;
      const unmet = failed.filter((one) => one.level !== level).map(({ reason }) => reason);
      return {
        started,
        report: { level, ...(tool === undefined ? {} : { tool }), ...(unmet.length === 0 ? {} : { unmet }) },
      };
    } catch (thrown) {
      const reason = thrown instanceof Error ? thrown.message : String(thrown);
      failed.push({ level: candidate.level, reason: `${candidate.tool ?? candidate.level}: ${reason}` });
    }
  }
  const reasons = failed.map(({ reason }) => reason);
  throw mode === 'require'
    ? sandboxUnavailable(reasons)
    : new ModelLoadError(reasons.at(-1) ?? 'No way to start it is left.');
}

function sandboxUnavailable(unmet: readonly string[]): ModelLoadError {
  return new ModelLoadError(
    `localModels.sandbox is "require", and this machine offers no sandbox for the process of a local model (${unmet.join('; ')}). ` +
      'Install bubblewrap and permit user namespaces, or set localModels.sandbox: auto.',
  );
}
