// A site on this machine with one page: over HTTP for the service, which may read it as a page of an intranet, and over
// HTTPS for clients that fetch pages themselves.
import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { createServer as createSecureServer } from 'node:https';
import { join } from 'node:path';

const page = `<!doctype html><html lang="en"><head><title>Hinges</title></head><body><main><h1>Hinges</h1>
<p>Brass hinges squeak in winter. Oil them in autumn, and they are silent.</p></main></body></html>`;

/**
 * Starts the site on two free ports of this machine.
 * @param {string} folder where it writes its certificate
 */
export async function startWebSite(folder) {
  /** @type {string[]} paths that clients have requested over HTTPS, oldest first */
  const requested = [];
  const respond = (request, response) => {
    const found = request.url === '/hinges';
    response.writeHead(found ? 200 : 404, { 'content-type': 'text/html; charset=utf-8' }).end(found ? page : '');
  };
  const { key, cert, certificateFile } = createCertificate(folder);
  const plain = createServer(respond);
  const secure = createSecureServer({ key, cert }, (request, response) => {
    requested.push(request.url ?? '');
    respond(request, response);
  });
  const servers = [plain, secure];
  for (const server of servers) {
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
  }
  const host = `127.0.0.1:${plain.address().port}`;
  return {
    host,
    pageUrl: `http://${host}/hinges`,
    securePageUrl: `https://127.0.0.1:${secure.address().port}/hinges`,
    certificateFile,
    requested,
    async close() {
      for (const server of servers) {
        server.closeAllConnections();
        server.close();
        await once(server, 'close');
      }
    },
  };
}

/** A certificate of its own for one day, which clients can trust by its file. */
function createCertificate(folder) {
  const [keyFile, certificateFile] = [join(folder, 'site-key.pem'), join(folder, 'site.pem')];
  const key = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-keyout', keyFile];
  const name = ['-subj', '/CN=127.0.0.1', '-addext', 'subjectAltName=IP:127.0.0.1'];
  execFileSync('openssl', ['req', '-x509', ...key, '-out', certificateFile, '-days', '1', ...name], {
    stdio: 'ignore',
  });
  return { key: readFileSync(keyFile), cert: readFileSync(certificateFile), certificateFile };
}
