import { setTimeout as sleep } from 'node:timers/promises';
import type { ServerCallOutcome, McpServerRequest } from '@org/engine';
import { buildContext, contractTools, describeMcpServersContract, ScriptedMcpServers } from '@org/engine/testing';

const request = (label: string): McpServerRequest => ({
  label,
  address: { type: 'name', name: label },
  approval: 'never',
  param: 'tools.0',
});
const text = (content: string): ServerCallOutcome => ({ content: [{ type: 'text', text: content }] });

describeMcpServersContract('scripted', async () => {
  const servers = new ScriptedMcpServers({
    good: {
      tools: contractTools,
      async call(name, args, signal) {
        if (name === 'fail') return { ...text('no'), isError: true };
        if (name === 'wait') await sleep(60_000, undefined, { signal });
        return text(JSON.stringify(args));
      },
    },
    broken: {
      tools: [{ name: 'echo', inputSchema: { type: 'object' } }],
      failList: true,
      call() {
        throw new Error('no connection');
      },
    },
  });
  return {
    servers,
    request: request('good'),
    broken: request('broken'),
    forbidden: [request('missing'), request('constructor')],
    openWork: () => servers.inUse,
    dispose: async () => undefined,
  };
});

it('a script remembers what was opened, listed, called and closed', async () => {
  const servers = new ScriptedMcpServers({ docs: { tools: contractTools, call: () => text('found') } });
  const server = servers.open(request('docs'), buildContext());
  await server.list();
  await server.call('echo', '{"n":1.0}');
  expect([servers.inUse, servers.listed, servers.calls]).toEqual([
    1,
    ['docs'],
    [{ server: 'docs', name: 'echo', argumentsText: '{"n":1.0}' }],
  ]);
  await server.close();
  expect([servers.inUse, servers.opened, servers.closed]).toEqual([0, [request('docs')], ['docs']]);
});
