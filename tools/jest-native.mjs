// The Jest runner of this repository: Jest's own runner, with modules loaded by Node itself. Jest's modules live in a
// realm per file, so each file reads, compiles and evaluates all its imports again; Node's are shared by the files of
// a worker (docs/decisions/test-the-compiled-code-with-real-clients-and-servers.md).
import { createRequire } from 'node:module';
import { pathToFileURL } from 'node:url';

const require = createRequire(import.meta.url);
const { default: runFile } = require('jest-circus/runner');
let files = 0;

/** Called by Jest for each file (its option `testRunner`). */
export default function runNatively(globalConfig, config, environment, runtime, file, send) {
  // Watch mode needs the current modules.
  const realm = globalConfig.watch || globalConfig.watchAll ? environment.global : globalThis;
  realm.jest = environment.moduleMocker;
  if (realm !== globalThis) return runFile(globalConfig, config, environment, runtime, file, send);
  const restore = enter(config, environment.global.console);
  // Not awaited here, because Jest would report this line for a test that takes too long.
  return runFile(globalConfig, config, { global: globalThis }, nodeModules, file, send).finally(() => {
    environment.moduleMocker.restoreAllMocks();
    restore();
  });
}

/** The part of Jest's runtime that its runner uses. */
const nodeModules = {
  /** The runner's internal module that holds the tests of a file, loaded separately for each file. */
  requireInternalModule(path) {
    delete require.cache[path];
    return require(path);
  },
  requireModule: require,
  setGlobalsForRuntime() {},
  unstable_shouldLoadAsEsm: () => true,
  unstable_importModule: (path) => import(`${pathToFileURL(path).href}?file=${(files += 1)}`),
  enterTestCode() {},
  leaveTestCode() {},
};

/** Sets the globals of a file; the returned function removes them and restores the environment. */
function enter(config, fileConsole) {
  const env = { ...process.env };
  const ownConsole = { ...console };
  const { stackTraceLimit } = Error;
  for (const name of Object.keys(console))
    if (typeof fileConsole[name] === 'function' && name !== 'Console')
      console[name] = fileConsole[name].bind(fileConsole);
  Object.assign(globalThis, config.globals);
  // Jest raises it for its messages, and it costs time with every error.
  Error.stackTraceLimit = 10;
  return () => {
    Error.stackTraceLimit = stackTraceLimit;
    for (const name of Object.keys(config.globals)) delete globalThis[name];
    for (const symbol of Object.getOwnPropertySymbols(globalThis))
      if (ofRunner.has(symbol.description)) delete globalThis[symbol];
    Object.assign(console, ownConsole);
    for (const name of Object.keys(process.env)) if (!Object.hasOwn(env, name)) delete process.env[name];
    Object.assign(process.env, env);
  };
}

/** Where the runner stores the tests and the event handlers of a file. */
const ofRunner = new Set(['EVENT_HANDLERS', 'JEST_STATE_SYMBOL']);
