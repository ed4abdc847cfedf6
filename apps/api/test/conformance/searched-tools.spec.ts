// Deferred tools with server-side search in OpenAI's agents SDK, which rejects calls of tools that no search has
// found.
import { Agent, Runner, setTracingDisabled, tool, toolNamespace } from '@openai/agents-core';
import { OpenAIResponsesModel, toolSearchTool } from '@openai/agents-openai';
import OpenAI from 'openai';
import { z } from 'zod';
import { testSetups, type TestSetup } from './test-setups.js';

// Tracing would report every run to OpenAI.
setTracingDisabled(true);

const weather = tool({
  name: 'weather',
  description: 'Tells the weather.',
  parameters: z.object({ city: z.string() }),
  deferLoading: true,
  execute: async ({ city }) => `sunny in ${city}`,
});
const order = tool({
  name: 'order',
  description: 'Tells of an order.',
  parameters: z.object({ id: z.string() }),
  deferLoading: true,
  execute: async ({ id }) => `order ${id}`,
});
const crm = toolNamespace({ name: 'crm', description: 'Customers.', tools: [order] });
const question = 'call=weather:{"city":"Rome"} call=order:{"id":"7"} call=weather:{"city":"Oslo"}';

describe.each(testSetups)('tools to search for with $name', ({ start }) => {
  let world: TestSetup;
  let agent: Agent;
  const runner = new Runner({ tracingDisabled: true });
  beforeAll(async () => {
    world = await start();
    const client = new OpenAI({ apiKey: world.service.key, baseURL: `${world.service.url}/v1`, maxRetries: 0 });
    agent = new Agent({
      name: 'Clerk',
      model: new OpenAIResponsesModel(client, 'm'),
      tools: [weather, ...crm, toolSearchTool()],
    });
  });
  afterAll(() => world.close());

  it('are offered at once, and found before they are called', async () => {
    const { finalOutput, newItems } = await runner.run(agent, question);
    expect(finalOutput).toBe('The tool said: sunny in Rome / order 7 / sunny in Oslo');
    expect(newItems.map(({ type }) => type)).toEqual([
      'tool_search_call_item',
      'tool_search_output_item',
      'tool_call_item',
      'tool_search_call_item',
      'tool_search_output_item',
      'tool_call_item',
      'tool_call_item',
      'tool_call_output_item',
      'tool_call_output_item',
      'tool_call_output_item',
      'message_output_item',
    ]);
  });

  it('are called without a search of the client and after one', async () => {
    const searching = agent.clone({ tools: [weather, ...crm, toolSearchTool({ execution: 'client' })] });
    expect((await runner.run(searching, question)).finalOutput).toBe(
      'The tool said: sunny in Rome / order 7 / sunny in Oslo',
    );
    const { newItems, history } = await runner.run(searching, 'call=tool_search:{"paths":["crm"]}');
    expect(newItems.map(({ type }) => type)).toEqual([
      'tool_search_call_item',
      'tool_search_output_item',
      'message_output_item',
    ]);
    const { finalOutput } = await runner.run(searching, [
      ...history,
      { role: 'user', content: 'call=order:{"id":"9"}' },
    ]);
    expect(finalOutput).toBe('The tool said: order 9');
  });

  it('are so in a stream, too, and in the turns that follow', async () => {
    const run = await runner.run(agent, question, { stream: true });
    await run.completed;
    expect(run.finalOutput).toBe('The tool said: sunny in Rome / order 7 / sunny in Oslo');
    expect(
      (await runner.run(agent, [...run.history, { role: 'user', content: 'call=weather:{"city":"Bonn"}' }]))
        .finalOutput,
    ).toBe('The tool said: sunny in Bonn');
    const { lastResponseId: previousResponseId } = run;
    if (previousResponseId === undefined) throw new Error('the response has an id');
    expect((await runner.run(agent, 'call=order:{"id":"8"}', { previousResponseId })).finalOutput).toBe(
      'The tool said: order 8',
    );
    // The model does not receive the searches: it already had its tools.
    expect(world.observedRequests.at(-1)?.messages.map(({ role }) => role)).toEqual([
      'user',
      'assistant',
      'tool',
      'tool',
      'tool',
      'assistant',
      'user',
      'assistant',
      'tool',
    ]);
  });
});
