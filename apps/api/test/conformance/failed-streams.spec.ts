// A stream that fails after its first byte, read as client users do: no client may take the partial output for a
// complete response.
import Anthropic from '@anthropic-ai/sdk';
import { createAnthropic } from '@ai-sdk/anthropic';
import { createOpenAI } from '@ai-sdk/openai';
import { ChatAnthropic } from '@langchain/anthropic';
import { ChatOpenAI } from '@langchain/openai';
import { EngineError } from '@org/engine';
import type { ScriptStep } from '@org/engine/testing';
import { OpenAIResponsesModel } from '@openai/agents-openai';
import { Agent, Runner, setTracingDisabled } from '@openai/agents-core';
import { streamText, type LanguageModel } from 'ai';
import OpenAI from 'openai';
import { scriptedModel, textResponse } from '../kit/scripts.js';
import { startTestService, type TestService } from '../kit/start-service.js';

setTracingDisabled(true);

const errorText = 'The model broke down.';
const fails: ScriptStep = { type: 'throw', error: new EngineError('upstream-failed', errorText) };
const responseEvents = textResponse('Half an answer.');

/** Models by the amount of output before their failure. */
const models = {
  nothing: responseEvents.slice(0, 1),
  half: responseEvents.slice(0, 3),
  'all but its end': responseEvents.slice(0, -1),
};

let service: TestService;
beforeAll(async () => {
  service = await startTestService({
    models: Object.fromEntries(Object.entries(models).map(([name, steps]) => [name, scriptedModel(...steps, fails)])),
  });
});
afterAll(() => service.close());

/** Reads to the end. */
async function drained(events: PromiseLike<AsyncIterable<unknown>> | AsyncIterable<unknown>): Promise<void> {
  for await (const event of await events) void event;
}

/** Checks a client that reports a failure as a part of its stream. */
async function shown(model: LanguageModel): Promise<void> {
  const { fullStream } = streamText({
    model,
    prompt: 'Hi',
    maxRetries: 0,
    maxOutputTokens: 100,
    onError: () => undefined,
  });
  for await (const part of fullStream) if (part.type === 'error') throw part.error;
}

async function textOf(path: string): Promise<string> {
  return await (await fetch(`${service.url}/v1/responses/${path}`, { headers: service.responsesHeaders })).text();
}

const openai = (): OpenAI => new OpenAI({ apiKey: service.key, baseURL: `${service.url}/v1`, maxRetries: 0 });
const anthropic = (): Anthropic => new Anthropic({ apiKey: service.key, baseURL: service.url, maxRetries: 0 });
const langchain = (model: string, streaming = false): ChatOpenAI =>
  new ChatOpenAI({
    model,
    streaming,
    apiKey: service.key,
    useResponsesApi: true,
    maxRetries: 0,
    configuration: { baseURL: `${service.url}/v1` },
  });
const message = { max_tokens: 100, messages: [{ role: 'user' as const, content: 'Hi' }] };

const clients: readonly (readonly [name: string, read: (model: string) => Promise<unknown>])[] = [
  ['the loop of openai', (model) => drained(openai().responses.create({ model, input: 'Hi', stream: true }))],
  ['finalResponse() of openai', (model) => openai().responses.stream({ model, input: 'Hi' }).finalResponse()],
  ['stream() of LangChain over responses', (model) => drained(langchain(model).stream('Hi'))],
  ['invoke() of LangChain over responses, which streams', (model) => langchain(model, true).invoke('Hi')],
  [
    'the AI SDK over responses',
    (model) => shown(createOpenAI({ apiKey: service.key, baseURL: `${service.url}/v1` }).responses(model)),
  ],
  [
    'the Agents SDK',
    async (model) => {
      const run = await new Runner().run(
        new Agent({ name: 'a', model: new OpenAIResponsesModel(openai(), model) }),
        'Hi',
        { stream: true },
      );
      await drained(run);
      await run.completed;
    },
  ],
  [
    'the loop of @anthropic-ai/sdk',
    (model) => drained(anthropic().messages.create({ ...message, model, stream: true })),
  ],
  [
    'finalMessage() of @anthropic-ai/sdk',
    (model) =>
      anthropic()
        .messages.stream({ ...message, model })
        .finalMessage(),
  ],
  [
    'stream() of LangChain over messages',
    (model) =>
      drained(
        new ChatAnthropic({ model, apiKey: service.key, anthropicApiUrl: service.url, maxRetries: 0 }).stream('Hi'),
      ),
  ],
  [
    'the AI SDK over messages',
    (model) => shown(createAnthropic({ apiKey: service.key, baseURL: `${service.url}/v1` })(model)),
  ],
];

describe('a stream that fails after its first byte', () => {
  it.each(clients)('is an error with the message of the failure for %s', async (_, read) => {
    for (const model of Object.keys(models)) await expect(read(model)).rejects.toThrow(errorText);
  });
});

describe('a response that has failed', () => {
  it('is an error for a background follower and on replay, and its end can be retrieved alone', async () => {
    const ids: string[] = [];
    const following = async (): Promise<void> => {
      for await (const event of await openai().responses.create({
        model: 'half',
        input: 'Hi',
        background: true,
        stream: true,
      }))
        if (event.type === 'response.created') ids.push(event.response.id);
    };
    await expect(following()).rejects.toThrow(errorText);
    const id = ids[0] ?? '';
    await expect(drained(openai().responses.retrieve(id, { stream: true }))).rejects.toThrow(errorText);
    const text = await textOf(`${id}?stream=true`);
    const [, number = ''] = /"type":"error","sequence_number":(\d+)/.exec(text) ?? [];
    const rest = await textOf(`${id}?stream=true&starting_after=${number}`);
    expect(rest.match(/^event: .*/gm)).toEqual(['event: response.failed']);
    expect(text.endsWith(rest)).toBe(true);
  });

  it('is an error again when the stored stream is replayed', async () => {
    const ids: string[] = [];
    const stream = openai()
      .responses.stream({ model: 'half', input: 'Hi' })
      .on('response.created', ({ response }) => ids.push(response.id));
    await expect(stream.finalResponse()).rejects.toThrow(errorText);
    await expect(drained(openai().responses.retrieve(ids[0] ?? '', { stream: true }))).rejects.toThrow(errorText);
  });
});
