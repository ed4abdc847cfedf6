// Writes the HTML page of the OpenAPI document and its script to dist/reference-page, which the service serves as
// files. So the package that creates them, with twenty others, is no dependency of the service.
import { mkdirSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import reference from '@scalar/fastify-api-reference';
import { fastify } from 'fastify';

const prefix = '/docs';

/** The files of `dist/reference-page` by the path below `/docs` that the package serves them at. */
const files = { '/': 'index.html', '/js/scalar.js': 'scalar.js' };

/**
 * Disables the hosted services of the package's vendor (an assistant, publishing, a proxy), because readers of the
 * page are not its customers.
 */
const configuration = {
  url: '/openapi.json',
  withDefaultFonts: false,
  telemetry: false,
  agent: { disabled: true },
  mcp: { disabled: true },
  showDeveloperTools: 'never',
  hideClientButton: true,
  modelsSectionLabel: 'Schemas',
  orderSchemaPropertiesBy: 'preserve',
};

/** @param {string} folder the compiler's output folder */
export async function writeReferencePage(folder) {
  const server = fastify();
  await server.register(reference, { routePrefix: prefix, configuration });
  const target = join(folder, 'reference-page');
  mkdirSync(target, { recursive: true });
  for (const [path, name] of Object.entries(files)) {
    const { statusCode, rawPayload } = await server.inject({ url: `${prefix}${path}` });
    if (statusCode !== 200) throw new Error(`The reference page has no ${path}: status ${statusCode}.`);
    // A running service never reads half a file.
    const fresh = join(target, `${name}.${process.pid}`);
    writeFileSync(fresh, rawPayload);
    renameSync(fresh, join(target, name));
  }
  await server.close();
}
