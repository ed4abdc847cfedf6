// Serves the checks as a page: the installed packages unchanged, through an import map, without a bundler.
import { once } from 'node:events';
import { createReadStream, existsSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { join, normalize } from 'node:path';
import { officialSdks } from './packed.mjs';

const types = { js: 'text/javascript', mjs: 'text/javascript', json: 'application/json' };

/** Starts it over `folder`, on a free port of this machine. `results` resolves with what the page has found. */
export async function startPageServer(folder) {
  let found;
  const results = new Promise((resolve) => {
    found = resolve;
  });
  const page = `<!doctype html><meta charset="utf-8"><link rel="icon" href="data:,"><script type="importmap">${JSON.stringify({ imports: importsOf(folder) })}</script><script type="module" src="/checks/page.mjs"></script>`;
  const server = createServer(async (request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://page');
    if (request.method === 'POST') {
      let text = '';
      for await (const chunk of request.setEncoding('utf8')) text += chunk;
      response.end();
      return void found(JSON.parse(text));
    }
    if (pathname === '/') return void response.writeHead(200, { 'content-type': 'text/html' }).end(page);
    const file = join(folder, normalize(pathname));
    if (!existsSync(file)) return void response.writeHead(404).end();
    response.writeHead(200, { 'content-type': types[file.split('.').at(-1)] ?? 'text/plain' });
    return void createReadStream(file).pipe(response);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${server.address().port}/`,
    results,
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

/** Where a browser finds what the packages export, and the official SDKs. */
function importsOf(folder) {
  const ours = ['@org/sdk', '@org/protocol'].flatMap((name) => {
    const { exports } = JSON.parse(readFileSync(join(folder, 'node_modules', name, 'package.json'), 'utf8'));
    return Object.entries(exports).flatMap(([path, target]) =>
      typeof target === 'string' ? [] : [[join(name, path), `/${join('node_modules', name, target.default)}`]],
    );
  });
  const others = officialSdks.map((name) => [name, `/bundled/${name}.js`]);
  return Object.fromEntries([...ours, ...others, ['zod', '/node_modules/zod/index.js']]);
}
