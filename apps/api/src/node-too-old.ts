/** The first Node that has all that the program and its store ask of it: SQLite without a flag, zstd, its cache of compiled code. */
const [leastMajor, leastMinor] = [22, 15];

/** What to tell whoever started the program with a Node that is too old for it; undefined when it is not. */
export function nodeTooOld(version: string): string | undefined {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  if (major > leastMajor || (major === leastMajor && minor >= leastMinor)) return undefined;
  return `The service needs Node ${leastMajor}.${leastMinor} or newer, and this is Node ${version}. One that will do was installed with it: node_modules/.bin/node at the top of the repository.`;
}
