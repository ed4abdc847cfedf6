// The HTML page of the OpenAPI document, under /docs. Its script is part of the package: it loads nothing from other
// hosts.
import type { FastifyInstance } from 'fastify';

const prefix = '/docs';
/** All paths that the package serves: the page with and without a trailing slash, and the script. */
const paths = [prefix, `${prefix}/`, `${prefix}/js/scalar.js`];
/** Forwarded headers of the package's replies; the server adds all others itself. */
const passedOn = ['content-type', 'location'];

/** The page runs its own script and styles; it still loads nothing from other hosts and may not be framed. */
const pagePolicy =
  "default-src 'self'; script-src 'self' 'unsafe-inline'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; font-src 'self' data:; frame-ancestors 'none'";

/**
 * Serves the page publicly, like the document itself. Must be called before the server listens. The package is loaded
 * on the first request for the page: it would take a tenth of every startup.
 */
export function serveReferencePage(server: FastifyInstance, load = loadPage): void {
  let page: Promise<FastifyInstance> | undefined;
  for (const path of paths) {
    server.get(path, { config: { public: true } }, async (request, reply) => {
      // The failure may be temporary, so the next request tries again.
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
} as const;

/** The package requires a server of its framework, so it gets one that does not listen. */
async function loadPage(): Promise<FastifyInstance> {
  const [{ fastify }, { default: reference }] = await Promise.all([
    import('fastify'),
    import('@scalar/fastify-api-reference'),
  ]);
  const server = fastify();
  await server.register(reference, { routePrefix: prefix, configuration });
  return server;
}
