/**
 * The first minor version of a major one that has all that the program and its store ask of it: the last to come were parameters of SQLite
 * by their numbers, without which nothing can be stored. Majors above these have it all, those between and below never got it.
 */
const leastMinors: ReadonlyMap<number, number> = new Map([
  [22, 20],
  [24, 7],
]);
const completeFrom = 25;

/** What to tell whoever started the program with a Node that is too old for it; undefined when it is not. */
export function nodeTooOld(version: string): string | undefined {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  if (major >= completeFrom || minor >= (leastMinors.get(major) ?? Infinity)) return undefined;
  const supportedVersions = Array.from(leastMinors, (least) => least.join('.')).join(' or ');
  return `The service needs Node ${supportedVersions} or newer, and this is Node ${version}. A supported version is installed at node_modules/.bin/node in the root of the repository.`;
}
