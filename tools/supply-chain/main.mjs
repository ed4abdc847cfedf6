// Writes an SBOM of the service, and asks the package registry for known vulnerabilities of its packages.
//
//   npm run check:supply-chain -- [--sbom FILE] [--registry URL] [--require-audit]
//
// The SBOM is CycloneDX JSON, in reports/sbom.cdx.json by default. Exit code 1 when a production package has a
// vulnerability of high or critical severity. Without a network, or with a registry that has no audit, the program says
// so and succeeds; with --require-audit it fails.
import { join, relative, resolve } from 'node:path';
import { readCommandLine } from '../command-line.mjs';
import { root } from '../setup/install.mjs';
import { createSbom } from './create-sbom.mjs';
import { readAudit } from './read-audit.mjs';
import { runPnpm } from './run-pnpm.mjs';

const auditTimeoutMs = 60_000;

const { values } = readCommandLine(import.meta.url, {
  options: {
    sbom: { type: 'string', default: join(root, 'reports/sbom.cdx.json') },
    registry: { type: 'string' },
    'require-audit': { type: 'boolean', default: false },
  },
});

const file = resolve(values.sbom);
const { components } = await createSbom(file);
process.stdout.write(`SBOM: ${components.length} components in ${relative(process.cwd(), file)}\n`);

const registry = values.registry === undefined ? [] : [`--config.registry=${values.registry}`];
const { outcome, lines } = readAudit(
  await runPnpm(['audit', '--prod', '--json', '--audit-level', 'high', ...registry], auditTimeoutMs),
);
if (outcome === 'clean') process.stdout.write('Audit: no known vulnerability of high or critical severity\n');
if (outcome === 'vulnerable') process.stdout.write(`Audit: known vulnerabilities\n${indented(lines)}`);
if (outcome === 'unavailable')
  process.stdout.write(`Audit: NOT MADE, because the registry did not give one\n${indented(lines)}`);
process.exitCode = outcome === 'vulnerable' || (outcome === 'unavailable' && values['require-audit']) ? 1 : 0;

function indented(texts) {
  return texts.map((text) => `  ${text}\n`).join('');
}
