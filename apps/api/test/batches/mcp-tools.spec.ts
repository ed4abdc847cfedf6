// Batch requests whose model calls tools of an MCP server.
import { EngineError, type LanguageModel } from '@org/engine';
import { defaultMcpServerLimits } from '@org/hosted-tools';
import { callingModel } from '../kit/calling-model.js';
import { eventually } from '../kit/eventually.js';
import { startMcpServer } from '../kit/mcp-server.js';
import { startTestService } from '../kit/start-service.js';

it('waits for a model that is busy after a tool call and does not repeat the call', async () => {
  const mcp = await startMcpServer({
    tools: [{ name: 'add', inputSchema: { type: 'object' } }],
    call: async () => ({ content: [{ type: 'text', text: 'It is 3.' }] }),
  });
  const calling = callingModel();
  let asked = 0;
  const model: LanguageModel = {
    ...calling,
    async *generate(request, context) {
      asked += 1;
      if (asked === 2) throw new EngineError('overloaded', 'Busy.');
      yield* calling.generate(request, context);
    },
  };
  const mcpServers = {
    servers: [{ name: 'sums', url: mcp.url, headers: {} }],
    anyPublicUrl: false,
    ports: [443],
    limits: defaultMcpServerLimits,
  };
  const service = await startTestService({ models: { m: model }, config: { mcpServers } });
  try {
    const params = {
      model: 'm',
      max_tokens: 50,
      messages: [{ role: 'user', content: 'call add {"a":1}' }],
      mcp_servers: [{ type: 'url', name: 'sums', url: mcp.url }],
    };
    const created = (await (
      await service.post('/v1/messages/batches', { requests: [{ custom_id: 'one', params }] })
    ).json()) as { id: string };
    const path = `${service.url}/v1/messages/batches/${created.id}`;
    const read = async (): Promise<{ processing_status: string }> =>
      (await (await fetch(path, { headers: service.messagesHeaders })).json()) as { processing_status: string };
    await eventually(async () => (await read()).processing_status === 'ended');
    const { result } = JSON.parse(
      await (await fetch(`${path}/results`, { headers: service.messagesHeaders })).text(),
    ) as { result: object };
    expect(result).toMatchObject({
      type: 'succeeded',
      message: {
        content: [{ type: 'text' }, { type: 'mcp_tool_use' }, { type: 'mcp_tool_result' }, { text: 'Heard: It is 3.' }],
      },
    });
    expect([asked, mcp.calls.length]).toEqual([3, 1]);
  } finally {
    await service.close();
    await mcp.close();
  }
});
