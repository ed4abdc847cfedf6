// npm run gpu -- vulkan|cuda|off: installs the engine for a kind of graphics processor, or removes it again. docs/guides/gpu.md
//
//   --into FOLDER    into a deployed service, as in the Dockerfile
import { resolve } from 'node:path';
import { readCommandLine } from '../command-line.mjs';
import { install, root } from '../setup/install.mjs';
import { engineFolder, enginesFor, placedEngines } from './engines.mjs';
import { installEngines } from './install-engines.mjs';

const { values, positionals } = readCommandLine(import.meta.url, {
  options: { into: { type: 'string' } },
  maxPositionals: 1,
});
try {
  const [kind] = positionals;
  if (kind !== 'off') enginesFor(kind === 'platform' ? undefined : kind);
  const into = values.into === undefined ? undefined : resolve(values.into);
  if (into === undefined) await install();
  await installEngines(kind, { root, into });
  const placed = placedEngines(engineFolder(into ?? root));
  process.stdout.write(
    placed.length === 0
      ? 'Models run on the CPU.\n'
      : `Installed: ${placed.join(', ')}. A model with gpu: true uses it; its log line "model loaded" names the device.\n`,
  );
} catch (error) {
  process.stderr.write(`${error.message}\n`);
  process.exit(error.exitCode ?? 1);
}
