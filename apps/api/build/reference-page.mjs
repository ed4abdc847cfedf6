// Writes the HTML page of the OpenAPI document and its scripts to dist/reference-page, which the service serves as
// files. So the package that creates them, with twenty others, is no dependency of the service.
import { join } from 'node:path';
import reference from '@scalar/fastify-api-reference';
import { fastify } from 'fastify';
import { hashedName, publishSite } from './publish-site.mjs';

const prefix = '/docs';

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

/**
 * @param {string} folder the compiler's output folder
 * @param {string} icon path of the icon
 */
export async function writeReferencePage(folder, icon) {
  const library = await readLibrary();
  // A script within the page would need `unsafe-inline` in its policy.
  const start = Buffer.from(`Scalar.createApiReference('#app', ${JSON.stringify(configuration)});\n`);
  const scripts = new Map([
    [hashedName('scalar.js', library), library],
    [hashedName('start.js', start), start],
  ]);
  const page = `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <title>API reference · Model Response Service</title>
    <link rel="icon" type="image/svg+xml" href="${icon}" />
  </head>
  <body>
    <div id="app"></div>
    <noscript>This page needs JavaScript. <a href="/openapi.json">The OpenAPI document</a> has the same content.</noscript>
${[...scripts.keys()].map((name) => `    <script src="${prefix}/${name}"></script>`).join('\n')}
  </body>
</html>
`;
  publishSite(join(folder, 'reference-page'), new Map([...scripts, ['index.html', Buffer.from(page)]]));
}

/** The script that the package serves. */
async function readLibrary() {
  const server = fastify();
  await server.register(reference, { routePrefix: prefix, configuration });
  const { statusCode, rawPayload } = await server.inject({ url: `${prefix}/js/scalar.js` });
  await server.close();
  if (statusCode !== 200) throw new Error(`The reference page has no script: status ${statusCode}.`);
  return rawPayload;
}
