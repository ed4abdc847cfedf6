// The program: `node main.js` serves, `node main.js key ...` looks after the keys in the store, `node main.js model ...` after model files,
// `node main.js store-keys` changes the key under which things are stored.
//
// What has to be there before the first module of the program is read stands here; the rest is in program.ts.
// Not by their names: an older Node has not all of them, and would end with that before it could be told.
import * as modules from 'node:module';
import { fileURLToPath } from 'node:url';
import { setFlagsFromString } from 'node:v8';
import { repairJsonParse } from '@org/engine';
import { EarlySignals } from './early-signals.js';
import { nodeTooOld } from './node-too-old.js';

const versionError = nodeTooOld(process.versions.node);
if (versionError !== undefined) {
  process.stderr.write(`${versionError}\n`);
  process.exit(1);
}
const options = process.argv.slice(2);
const early = new EarlySignals(process, options.length === 0);
// Before anybody keeps the one that the engine has.
repairJsonParse();
// Stack traces in terms of the sources, for our own code; reading the maps of all libraries took a tenth of the start.
modules.setSourceMapsSupport(true, { nodeModules: false, generatedCode: false });
// What is compiled once is kept beside the libraries, whose owner alone may write there. Where nobody may, nothing is kept.
modules.enableCompileCache(fileURLToPath(new URL('../node_modules/.cache/compiled', import.meta.url)));

const { runProgram } = await import('./program.js');
await runProgram(options, early);
// A service that is killed later does not get to it at its end.
modules.flushCompileCache();
// V8 guesses which objects live long and makes them among the old ones at once; where it guesses wrong they keep all that they point
// to, whole requests, until old garbage is collected. Not earlier: compiled code is cached for the flags of its compilation. See
// docs/decisions/bundle-the-service-and-tune-v8-for-short-requests.md
setFlagsFromString('--no-allocation-site-pretenuring');
