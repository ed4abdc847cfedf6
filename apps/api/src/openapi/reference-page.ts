// The readable page of the OpenAPI document, under /docs. Its script comes from the package: no other host is asked.
import type { FastifyInstance } from 'fastify';

const prefix = '/docs';
/** All that the package serves: the page with and without its slash, and the script. */
const paths = [prefix, `${prefix}/`, `${prefix}/js/scalar.js`];
/** What of the package's own replies goes on; everything else the server adds by itself. */
const passedOn = ['content-type', 'location'];

/** The page runs its own script and styles; it still loads nothing from elsewhere and may not be framed. */
const pagePolicy =
  "default-src 'self'; script-src 'self' 'unsafe-inline'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; font-src 'self' data:; frame-ancestors 'none'";

/**
 * Serves the page to anybody, as the document itself is. Call it before the server listens. The package is loaded when
 * somebody looks at the page: it would be a tenth of every start.
 */
export function serveReferencePage(server: FastifyInstance, load = loadPage): void {
  let page: Promise<FastifyInstance> | undefined;
  for (const path of paths) {
    server.get(path, { config: { public: true } }, async (request, reply) => {
      // What went wrong may be over when somebody looks again.
      page ??= load().catch((error: unknown) => {
        page = undefined;
        throw error;
      });
      const { statusCode, headers, rawPayload } = await (await page).inject({ url: request.url });
      for (const name of passedOn) if (headers[name] !== undefined) void reply.header(name, headers[name]);
      return reply.code(statusCode).header('content-security-policy', pagePolicy).send(rawPayload);
    });
  }
}

/** The page without what its maker offers as a service elsewhere (an assistant, publishing, a proxy): a reader of it is nobody's customer. */
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
} as const;

/** The package is made for a server of its own kind: it gets one that listens nowhere. */
async function loadPage(): Promise<FastifyInstance> {
  const [{ fastify }, { default: reference }] = await Promise.all([
    import('fastify'),
    import('@scalar/fastify-api-reference'),
  ]);
  const server = fastify();
  await server.register(reference, { routePrefix: prefix, configuration });
  return server;
}
