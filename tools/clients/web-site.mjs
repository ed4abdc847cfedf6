// A site on this machine with one page, which the service may read as a page of an intranet.
import { once } from 'node:events';
import { createServer } from 'node:http';

const page = `<!doctype html><html lang="en"><head><title>Hinges</title></head><body><main><h1>Hinges</h1>
<p>Brass hinges squeak in winter. Oil them in autumn, and they are silent.</p></main></body></html>`;

/** Starts the site on a free port of this machine. */
export async function startWebSite() {
  const server = createServer((request, response) => {
    const found = request.url === '/hinges';
    response.writeHead(found ? 200 : 404, { 'content-type': 'text/html; charset=utf-8' }).end(found ? page : '');
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const host = `127.0.0.1:${server.address().port}`;
  return {
    host,
    pageUrl: `http://${host}/hinges`,
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
