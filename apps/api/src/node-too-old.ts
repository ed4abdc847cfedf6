/**
 * The first minor version of each major version with all required features: the latest addition was numbered
 * parameters of SQLite, without which nothing can be stored. Newer majors have all of them, those in between and
 * older ones never got them.
 */
const minMinorVersions: ReadonlyMap<number, number> = new Map([
  [22, 20],
  [24, 7],
]);
const completeFrom = 25;

/** The error for a Node version that is too old; undefined otherwise. */
export function nodeTooOld(version: string): string | undefined {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  if (major >= completeFrom || minor >= (minMinorVersions.get(major) ?? Infinity)) return undefined;
  const supportedVersions = Array.from(minMinorVersions, (minMinor) => minMinor.join('.')).join(' or ');
  return `The service needs Node ${supportedVersions} or newer, and this is Node ${version}. A supported version is installed at node_modules/.bin/node in the root of the repository.`;
}
