import { describeMcpServersContract } from '@org/engine/testing';
import { byName, byUrl, startMcpServers, unusedPort } from './kit.js';
import { startMcpServer, type ServerKind } from './mcp-server.js';

for (const kind of ['streams', 'documents', 'modern'] satisfies ServerKind[]) {
  describeMcpServersContract(`Model Context Protocol, ${kind}`, async () => {
    const site = await startMcpServer(kind);
    const servers = startMcpServers({
      servers: [
        { name: 'good', url: site.url, headers: {} },
        { name: 'broken', url: `http://127.0.0.1:${await unusedPort()}/mcp`, headers: {} },
      ],
    });
    return {
      servers,
      request: byName('good'),
      broken: byName('broken'),
      forbidden: [
        byName('missing'),
        byUrl('http://127.0.0.1:1/mcp'),
        byUrl(`${site.url}/other`),
        byUrl('https://example.com/mcp'),
        byUrl('nonsense'),
      ],
      openWork: () => servers.inUse + site.running + site.sessions.size,
      async dispose() {
        await servers.close();
        await site.close();
      },
    };
  });
}
