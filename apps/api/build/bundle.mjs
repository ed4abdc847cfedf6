// Bundles the service: the modules of this workspace, more than a thousand, go into a few files in dist/bundle, of
// which the first is main.js. Finding and linking the modules one by one took a third of the startup time. The build
// runs this script. See docs/decisions/bundle-the-service-and-tune-v8-for-short-requests.md
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join, relative, resolve, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { writeConsole } from './console.mjs';
import { writeReferencePage } from './reference-page.mjs';

const project = resolve(fileURLToPath(new URL('..', import.meta.url)));
const workspace = join(project, '../..');
const compiled = join(project, 'dist');
const bundle = join(compiled, 'bundle');
/** Where the bundler writes. The depth is that of the bundle, so relative paths in the files stay right. */
const fresh = join(compiled, `bundle-${process.pid}`);
/** Lists the files of the latest build. */
const listName = 'files.json';
/** How long a file of an earlier build stays: a service that runs may load it yet. */
const unusedFileMs = 24 * 60 * 60 * 1000;
const dependencies = dependenciesOf(project);

/**
 * Matches classes with an inner name: the bundler renames one of two names that collide. Without its inner name, a
 * class has the name of its variable, which the log, Nest and /openapi.json show. A class of Python in a text is none.
 */
const namedClasses = /^(export )?(?:let (\w+) = class \2|class (\w+))(?=\s*(?:\{|extends\b))/gm;

try {
  const icon = writeConsole(compiled, join(workspace, 'apps/console/dist/site'));
  await writeReferencePage(compiled, icon);
  await bundleInto(fresh);
  publish();
} finally {
  rmSync(fresh, { recursive: true, force: true });
}

/**
 * Publishes the new files one by one, each by renaming it: a file that a running service uses never vanishes. The
 * names of all files except main.js contain a content hash, so files of two builds never mix. main.js is written last.
 */
function publish() {
  mkdirSync(bundle, { recursive: true });
  const last = ['main.js.map', 'main.js'];
  const names = readdirSync(fresh);
  for (const name of [...names.filter((one) => !last.includes(one)), ...last])
    renameSync(join(fresh, name), join(bundle, name));
  const list = join(bundle, listName);
  const before = new Set(existsSync(list) ? JSON.parse(readFileSync(list, 'utf8')) : []);
  writeFileSync(list, JSON.stringify(names));
  const now = new Date();
  for (const name of readdirSync(bundle)) {
    if (name === listName || names.includes(name)) continue;
    const file = join(bundle, name);
    // Its time is from here on the time since when no build uses it.
    if (before.has(name)) utimesSync(file, now, now);
    else if (now.getTime() - statSync(file).mtimeMs > unusedFileMs) rmSync(file, { force: true });
  }
}

function bundleInto(outdir) {
  return build({
    entryPoints: [join(compiled, 'main.js')],
    outdir,
    bundle: true,
    // Dynamic imports stay in files of their own.
    splitting: true,
    chunkNames: '[name]-[hash]',
    format: 'esm',
    platform: 'node',
    target: 'node24',
    sourcemap: true,
    sourcesContent: false,
    // Comments and indents take half a megabyte of memory, and one dash in them doubles a file: V8 then takes two
    // bytes per character.
    minifyWhitespace: true,
    // It would call a function for each closure that is made. Names stay as they are, but for those that two modules have, and of decorated classes that name themselves (`AppModule`).
    keepNames: false,
    logLevel: 'warning',
    plugins: [
      {
        name: 'workspace',
        setup: (options) => [
          options.onResolve({ filter: /^[^.#/]/ }, resolveImport),
          options.onLoad({ filter: /\.js$/ }, load),
        ],
      },
    ],
  });
}

/**
 * Bundles modules of the workspace. Others are loaded from where they are installed, except for zod, which has a
 * hundred files.
 */
function resolveImport({ path, importer, kind }) {
  if (kind === 'entry-point' || path.startsWith('@org/') || packageOf(path) === 'zod') return undefined;
  if (path.startsWith('node:')) return { external: true };
  const name = packageOf(path);
  // The bundle resolves the module from here, and must find the version that the importer was written for.
  const wanted = dependenciesOf(projectOf(importer))[name];
  if (dependencies[name] !== wanted)
    throw new Error(`${importer} imports ${name}: let apps/api/package.json have "${name}": "${wanted}", too.`);
  return { external: true };
}

/**
 * Lets a module that looks for a file next to itself find it in the compiler's output folder. None of zod's sixty
 * locales is used here.
 */
function load({ path }) {
  if (/[\\/]zod[\\/]v4[\\/]locales[\\/]index\.js$/.test(path)) return { contents: '' };
  const text = readFileSync(path, 'utf8');
  if (/[\\/]node_modules[\\/]/.test(path)) return undefined;
  const contents = text.includes('import.meta.url') ? text.replaceAll('import.meta.url', moduleUrlOf(path)) : text;
  return {
    contents: contents.replace(
      namedClasses,
      (_, exported = '', decorated, declared) => `${exported}let ${decorated ?? declared} = class`,
    ),
    resolveDir: dirname(path),
  };
}

/** The JavaScript expression for the URL of a workspace module, wherever the packages are installed. */
function moduleUrlOf(path) {
  const owner = projectOf(path);
  const inside = relative(owner, path).replaceAll('\\', '/');
  if (owner === project)
    return `new URL(${JSON.stringify(`../${inside.slice('dist/'.length)}`)}, import.meta.url).href`;
  return `new URL(${JSON.stringify(inside)}, import.meta.resolve(${JSON.stringify(`${manifestOf(owner).name}/package.json`)})).href`;
}

function packageOf(specifier) {
  return specifier.split('/', specifier.startsWith('@') ? 2 : 1).join('/');
}

/** The folder of the package of this workspace that `path` is in. */
function projectOf(path) {
  return join(workspace, ...relative(workspace, path).split(sep).slice(0, 2));
}

function dependenciesOf(folder) {
  const { dependencies: required, optionalDependencies: optional } = manifestOf(folder);
  return { ...required, ...optional };
}

function manifestOf(folder) {
  return JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
}
