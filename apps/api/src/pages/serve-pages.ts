// The pages for people: the console at the root URL, and the reference of the API under /docs. The build writes their
// files (build/console.mjs, build/reference-page.mjs), and the pages load nothing from other hosts.
import type { FastifyInstance } from 'fastify';
import { asksForHtml } from '../http/reply/negotiate.js';
import { varyWith } from '../http/reply/send-compressed.js';
import { aboutText } from './about-text.js';
import { consoleHeaders, referenceHeaders } from './page-policies.js';
import { SiteFiles } from './site-files.js';

/** Reads a file of a page. */
export type ReadFile = (file: URL) => Promise<Uint8Array>;

interface FileRoute {
  Params: { readonly file: string };
}

/** No page needs a key: it has no content of an owner. A visitor enters a key in the console. */
const options = { config: { public: true } } as const;

/** Adds the routes of both pages. Must be called before the server listens. */
export function servePages(server: FastifyInstance, read?: ReadFile): void {
  serveConsole(server, read);
  serveReference(server, read);
}

/** The root URL is the console in a browser, and text for any other client. */
function serveConsole(server: FastifyInstance, read: ReadFile | undefined): void {
  const files = new SiteFiles(new URL('../console/', import.meta.url), consoleHeaders, read);
  server.get('/', options, (request, reply) => {
    void reply.header('vary', varyWith(reply, 'accept'));
    if (asksForHtml(request.headers.accept)) return files.send(request, reply, 'index.html');
    return reply.type('text/plain; charset=utf-8').send(aboutText);
  });
  server.get<FileRoute>('/console/:file', options, (request, reply) => files.send(request, reply, request.params.file));
}

function serveReference(server: FastifyInstance, read: ReadFile | undefined): void {
  const files = new SiteFiles(new URL('../reference-page/', import.meta.url), referenceHeaders, read);
  server.get('/docs', options, (_request, reply) => reply.code(301).headers(referenceHeaders).redirect('/docs/'));
  server.get('/docs/', options, (request, reply) => files.send(request, reply, 'index.html'));
  server.get<FileRoute>('/docs/:file', options, (request, reply) => files.send(request, reply, request.params.file));
}
