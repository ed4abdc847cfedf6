// Publishes the console, which its own build has bundled, to dist/console.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { publishSite } from './publish-site.mjs';

/**
 * @param {string} folder the compiler's output folder
 * @param {string} site the output folder of the console's build
 * @returns {string} the path of its icon, which other pages show, too
 */
export function writeConsole(folder, site) {
  if (!existsSync(join(site, 'index.html')))
    throw new Error('The console is not built: run "npx nx build @org/console", or "npx nx build @org/api" for both.');
  const names = readdirSync(site);
  publishSite(join(folder, 'console'), new Map(names.map((name) => [name, readFileSync(join(site, name))])));
  return `/console/${names.find((name) => name.endsWith('.svg'))}`;
}
