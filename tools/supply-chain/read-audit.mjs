// What the result of `pnpm audit --json` means for CI.

/** Severities that fail a build. */
const failing = ['high', 'critical'];

/**
 * @param {{ status: number | null, stdout: string, stderr: string }} result of the program; a status of null: it ran too
 *   long
 * @returns {{ outcome: 'clean' | 'vulnerable' | 'unavailable', lines: string[] }} `unavailable`: the registry did not
 *   respond, or has no audit
 */
export function readAudit({ status, stdout, stderr }) {
  const report = parsed(stdout);
  if (report === undefined) {
    if (status === 0) return { outcome: 'clean', lines: [] };
    const reason = status === null ? 'no response in time' : firstLines(stderr);
    return { outcome: 'unavailable', lines: [reason] };
  }
  const found = Object.values(report.advisories ?? {});
  const lines = found
    .filter(({ severity }) => failing.includes(severity))
    .map(
      ({ severity, module_name: name, title, url, vulnerable_versions: versions }) =>
        `${severity}: ${name} ${versions}: ${title} (${url})`,
    )
    .toSorted();
  // A format that this program does not know must not pass as clean.
  if (lines.length === 0 && status !== 0) return { outcome: 'vulnerable', lines: [stdout.trim().slice(0, 2000)] };
  return { outcome: lines.length === 0 ? 'clean' : 'vulnerable', lines };
}

function parsed(text) {
  try {
    const value = JSON.parse(text);
    return typeof value === 'object' && value !== null && value.error === undefined ? value : undefined;
  } catch {
    return undefined;
  }
}

function firstLines(text) {
  return text
    .replaceAll(/[×│\s]+/g, ' ')
    .trim()
    .slice(0, 300);
}
