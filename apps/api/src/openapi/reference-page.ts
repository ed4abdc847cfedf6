// The HTML page of the OpenAPI document, under /docs. The build writes its two files (build/reference-page.mjs), and the
// page loads nothing from other hosts.
import { readFile } from 'node:fs/promises';
import type { FastifyInstance } from 'fastify';

/** Below `/docs`: the file of the page and of its script, each with its content type. */
const files = [
  { path: '/docs/', name: 'index.html', type: 'text/html; charset=utf-8' },
  { path: '/docs/js/scalar.js', name: 'scalar.js', type: 'text/javascript; charset=utf-8' },
];

/** The page runs its own script and styles; it still loads nothing from other hosts and may not be framed. */
const pagePolicy =
  "default-src 'self'; script-src 'self' 'unsafe-inline'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; font-src 'self' data:; frame-ancestors 'none'";

const folder = new URL('../reference-page/', import.meta.url);

/** Serves the page publicly, like the document itself. Must be called before the server listens. */
export function serveReferencePage(server: FastifyInstance, read: (file: URL) => Promise<Uint8Array> = readFile): void {
  const options = { config: { public: true } } as const;
  server.get('/docs', options, (_request, reply) =>
    reply.code(301).header('content-security-policy', pagePolicy).redirect('/docs/'),
  );
  for (const { path, name, type } of files) {
    // Few readers open the page, so its megabytes are not retained.
    server.get(path, options, async (_request, reply) =>
      reply
        .header('content-security-policy', pagePolicy)
        .type(type)
        .send(Buffer.from(await read(new URL(name, folder)))),
    );
  }
}
