// A model that writes invalid JSON arguments, with clients that can repair them.
import { createAnthropic } from '@ai-sdk/anthropic';
import { createOpenAI } from '@ai-sdk/openai';
import { ChatOpenAI } from '@langchain/openai';
import { Agent, Runner, setTracingDisabled, tool as agentTool } from '@openai/agents-core';
import { OpenAIResponsesModel } from '@openai/agents-openai';
import { generateText, isStepCount, streamText, tool, type LanguageModel } from 'ai';
import OpenAI from 'openai';
import { z } from 'zod';
import { createChatCompletionsModel } from '@org/providers';
import { type ScriptedUpstream, startScriptedUpstream } from '@org/providers/testing';
import { startTestService, type TestService } from '../kit/start-service.js';

setTracingDisabled(true);
const broken = '{"path": "a.txt"';
const parameters = z.object({ path: z.string() });
const ran: string[] = [];
const execute = async ({ path }: { path: string }): Promise<string> => {
  ran.push(path);
  return `content of ${path}`;
};

let upstream: ScriptedUpstream;
let service: TestService;
beforeAll(async () => {
  upstream = await startScriptedUpstream();
  service = await startTestService({
    models: { m: createChatCompletionsModel({ id: 'm', baseUrl: upstream.baseUrl, profile: 'openai' }) },
  });
});
afterAll(async () => {
  await service.close();
  await upstream.close();
});
beforeEach(() => {
  ran.length = 0;
  let asked = 0;
  upstream.play((call) => {
    asked += 1;
    if (asked > 2) {
      call.delta({ content: 'Read.' });
      return call.finish();
    }
    call.delta({
      tool_calls: [
        {
          index: 0,
          id: `call_${asked}`,
          type: 'function',
          function: { name: 'read_file', arguments: asked === 1 ? broken : `${broken}}` },
        },
      ],
    });
    return call.finish('tool_calls');
  });
});

const loop = {
  tools: { read_file: tool({ inputSchema: parameters, execute }) },
  stopWhen: isStepCount(5),
  prompt: 'Read it.',
  maxRetries: 0,
  maxOutputTokens: 1000,
};
const responses = (): LanguageModel =>
  createOpenAI({ apiKey: service.key, baseURL: `${service.url}/v1` }).responses('m');
const messages = (): LanguageModel => createAnthropic({ apiKey: service.key, baseURL: `${service.url}/v1` })('m');

/** Returns the first tool call as the model received it. */
function sentToolCall(): unknown {
  const sent = upstream.records.at(-1)?.body['messages'];
  return Array.isArray(sent) ? sent[2] : undefined;
}

describe('Arguments that are no JSON', () => {
  it.each([
    ['waits for the complete response', async () => (await generateText({ ...loop, model: responses() })).text],
    ['streams', async () => streamText({ ...loop, model: responses() }).text],
  ])('are sent back to the model by the AI SDK, which continues when it %s', async (_, ask) => {
    expect(await ask()).toBe('Read.');
    expect(ran).toEqual(['a.txt']);
    expect(sentToolCall()).toMatchObject({
      role: 'tool',
      tool_call_id: 'call_1',
      content: expect.stringMatching(/invalid|pars/i),
    });
  });

  it('are sent back to the model by @openai/agents', async () => {
    const model = new OpenAIResponsesModel(
      new OpenAI({ apiKey: service.key, baseURL: `${service.url}/v1`, maxRetries: 0 }),
      'm',
    );
    const agent = new Agent({
      name: 'Reader',
      model,
      tools: [agentTool({ name: 'read_file', description: 'Reads a file.', parameters, execute })],
    });
    expect((await new Runner({ tracingDisabled: true }).run(agent, 'Read it.')).finalOutput).toBe('Read.');
    expect(ran).toEqual(['a.txt']);
  });

  it('are reported by LangChain as an invalid tool call', async () => {
    const model = new ChatOpenAI({
      model: 'm',
      apiKey: service.key,
      useResponsesApi: true,
      maxRetries: 0,
      configuration: { baseURL: `${service.url}/v1` },
    });
    const { tool_calls: calls, invalid_tool_calls: invalid } = await model
      .bindTools([{ type: 'function', function: { name: 'read_file', parameters: z.toJSONSchema(parameters) } }])
      .invoke('Read it.');
    expect([calls, invalid]).toMatchObject([[], [{ name: 'read_file', args: broken }]]);
  });

  it('end a message of the messages API, where an input is an object', async () => {
    await expect(generateText({ ...loop, model: messages() })).rejects.toMatchObject({
      statusCode: 502,
      message: expect.stringContaining('not a JSON object'),
    });
    expect(ran).toEqual([]);
  });

  it('end a stream of the messages API before its message is complete', async () => {
    const errors: unknown[] = [];
    await streamText({ ...loop, model: messages(), onError: ({ error }) => void errors.push(error) }).consumeStream();
    expect(String(errors[0])).toContain('not a JSON object');
    expect(upstream.records.at(-1)?.body['messages']).toHaveLength(1);
  });
});
