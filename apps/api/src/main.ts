// The program: `node main.js` and `node main.js ./my.gguf` serve, `node main.js key ...` manages the keys in the store, `node main.js model ...`
// manages model files, `node main.js store-keys` changes the key that encrypts the store.
//
// Setup that must precede the first module of the program is here; the rest is in program.ts. The import is not by
// names: an older Node lacks some of them, and would exit before the version error.
import * as modules from 'node:module';
import { fileURLToPath } from 'node:url';
import { setFlagsFromString } from 'node:v8';
import { repairJsonParse } from '@org/engine';
import { isModelArgument } from './config/is-model-argument.js';
import { EarlySignals } from './early-signals.js';
import { nodeTooOld } from './node-too-old.js';

const versionError = nodeTooOld(process.versions.node);
if (versionError !== undefined) {
  process.stderr.write(`${versionError}\n`);
  process.exit(1);
}
const options = process.argv.slice(2);
const early = new EarlySignals(process, options.every(isModelArgument));
// Before any module stores a reference to the engine's own function.
repairJsonParse();
// Source-mapped stack traces for the service's own code; reading the maps of all libraries took a tenth of the
// startup time.
modules.setSourceMapsSupport(true, { nodeModules: false, generatedCode: false });
// The compile cache is next to the libraries, where only their owner may write. Without write permission nothing is
// cached.
modules.enableCompileCache(fileURLToPath(new URL('../node_modules/.cache/compiled', import.meta.url)));

const { runProgram } = await import('./program.js');
await runProgram(options, early);
// A service that is killed later does not get to it at its end.
modules.flushCompileCache();
// V8 guesses which objects live long and allocates them in the old generation; where it guesses wrong they retain all
// that they reference, complete requests, until the next old-generation collection. Not set earlier: compiled code is
// cached for the flags of its compilation. See docs/decisions/bundle-the-service-and-tune-v8-for-short-requests.md
setFlagsFromString('--no-allocation-site-pretenuring');
