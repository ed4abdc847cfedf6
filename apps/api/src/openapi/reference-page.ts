// The readable page of the OpenAPI document, under /docs. Its script comes from the package: no other host is asked.
import reference from '@scalar/fastify-api-reference';
import type { FastifyInstance } from 'fastify';

const prefix = '/docs';

/** The page runs its own script and styles; it still loads nothing from elsewhere and may not be framed. */
const pagePolicy = "default-src 'self'; script-src 'self' 'unsafe-inline'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; font-src 'self' data:; frame-ancestors 'none'";

/** Serves the page to anybody, as the document itself is. Call it before the server listens. */
export async function serveReferencePage(server: FastifyInstance): Promise<void> {
  await server.register(async (scope) => {
    scope.addHook('onRoute', (route) => {
      route.config = { ...route.config, public: true };
    });
    scope.addHook('onSend', async (_request, reply) => {
      void reply.header('content-security-policy', pagePolicy);
    });
    await scope.register(reference, { routePrefix: prefix, configuration: { url: '/openapi.json', withDefaultFonts: false, telemetry: false } });
  });
}
