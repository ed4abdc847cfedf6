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
    const content = readOnce(() => read(new URL(name, folder)));
    server.get(path, options, async (_request, reply) =>
      reply
        .header('content-security-policy', pagePolicy)
        .type(type)
        .send(await content()),
    );
  }
}

/**
 * Reads a file on its first request. All readers share its bytes: anyone may open the page, and many slow readers of a
 * copy each would take gigabytes. A failure may be temporary, so the next request tries again.
 */
function readOnce(read: () => Promise<Uint8Array>): () => Promise<Buffer> {
  let reading: Promise<Buffer> | undefined;
  return () => {
    reading ??= read().then(
      (bytes) => Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength),
      (error: unknown) => {
        reading = undefined;
        throw error;
      },
    );
    return reading;
  };
}
