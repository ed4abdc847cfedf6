// The packages of a production installation of a project, from the lock file alone.

/** What a project and a package of the lock file need to run. */
const kinds = ['dependencies', 'optionalDependencies'];

/**
 * The packages of other authors that a production installation of `project` has, as `name@version`. Builds for other
 * systems count, too: the lock file decides for all systems.
 *
 * @param {object} lock the parsed pnpm-lock.yaml
 * @param {string} project its folder, such as `apps/api`
 * @param {{ optional?: boolean }} options whether optional dependencies are installed, as they are by default
 * @returns {string[]} sorted
 */
export function productionPackages(lock, project, { optional = true } = {}) {
  const taken = optional ? kinds : ['dependencies'];
  const projects = new Set();
  const packages = new Set();
  const visitProject = (folder) => {
    if (projects.has(folder)) return;
    projects.add(folder);
    for (const kind of taken)
      for (const [name, { version }] of Object.entries(lock.importers[folder]?.[kind] ?? {}))
        if (version.startsWith('link:')) visitProject(resolveFolder(folder, version.slice('link:'.length)));
        else visitPackage(keyOf(lock, name, version));
  };
  const visitPackage = (key) => {
    if (packages.has(key)) return;
    packages.add(key);
    // A package runs without its optional peers; the workspace has some of them for its own development.
    const peers = lock.packages?.[withoutPeers(key)]?.peerDependenciesMeta ?? {};
    for (const kind of taken)
      for (const [name, version] of Object.entries(lock.snapshots[key]?.[kind] ?? {}))
        if (peers[name]?.optional !== true) visitPackage(keyOf(lock, name, version));
  };
  visitProject(project);
  return [...new Set([...packages].map(withoutPeers))].toSorted();
}

/** An alias has the complete key of the package as its version. */
function keyOf(lock, name, version) {
  const key = `${name}@${version}`;
  return lock.snapshots[key] === undefined && lock.snapshots[version] !== undefined ? version : key;
}

/** One package is installed once for each set of peers, and counts once. */
function withoutPeers(key) {
  return key.replace(/\(.*$/, '');
}

function resolveFolder(from, path) {
  return new URL(path, `file:///${from}/`).pathname.replace(/^\/|\/$/g, '');
}
