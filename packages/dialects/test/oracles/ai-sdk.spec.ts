import { createAnthropic } from '@ai-sdk/anthropic';
import { createOpenAI } from '@ai-sdk/openai';
import { messagesDialect } from '#src/messages.js';
import { responsesDialect } from '#src/responses.js';
import { answeredMessages, answeredResponses } from './answered-cases.js';
import { aiSdkLimits } from './client-limits.js';
import { encodeCase, serve } from './encode-case.js';
import { readingOfMessage, readingOfResponse, type Reading } from './reading.js';

const prompt = [{ role: 'user' as const, content: [{ type: 'text' as const, text: 'hi' }] }];

type Model = ReturnType<ReturnType<typeof createAnthropic>>;
type StreamPart = Awaited<ReturnType<Model['doStream']>>['stream'] extends ReadableStream<infer Part> ? Part : never;
type Content = Awaited<ReturnType<Model['doGenerate']>>['content'][number];

type Seen = Pick<Reading, 'text' | 'reasoning' | 'calls'>;

/** The AI SDK shows refusals and compaction summaries as text. */
function expectedOf({ text, refusal, compaction, reasoning, calls }: Reading): Seen {
  return { text: compaction + text + refusal, reasoning, calls };
}

/** It adds calls of its own making for hosted tools such as computer use: those are not compared. */
function readingOfContent(content: readonly Content[], expected: Seen): Seen {
  const seen: Seen = { text: '', reasoning: '', calls: [] };
  for (const part of content) {
    if (part.type === 'text') seen.text += part.text;
    else if (part.type === 'reasoning') seen.reasoning += part.text;
    else if (part.type === 'tool-call') addCall(seen, part.toolCallId, part.toolName, part.input, expected);
  }
  return seen;
}

async function readingOfStream(stream: ReadableStream<StreamPart>, expected: Seen): Promise<Seen & { finished: boolean }> {
  const seen = { text: '', reasoning: '', calls: [] as Seen['calls'], finished: false };
  for await (const part of stream) {
    if (part.type === 'text-delta') seen.text += part.delta;
    else if (part.type === 'reasoning-delta') seen.reasoning += part.delta;
    else if (part.type === 'tool-call') addCall(seen, part.toolCallId, part.toolName, part.input, expected);
    else if (part.type === 'finish') seen.finished = true;
    else if (part.type === 'error') throw part.error;
  }
  return seen;
}

function addCall(seen: Seen, id: string, name: string, text: string, expected: Seen): void {
  const call = expected.calls.find((candidate) => candidate.id === id);
  if (call !== undefined) seen.calls.push({ id, name, input: typeof call.input === 'string' && call.input === text ? text : JSON.parse(text) });
}

describe('the AI SDK, unmodified, reads from our bytes what the answer says', () => {
  describe('messages dialect', () => {
    const cases = answeredMessages().filter(({ name }) => !(name in aiSdkLimits)).map((example) => encodeCase(messagesDialect, example));

    it.each(cases.map((example) => [example.name, example] as const))('%s', async (_name, example) => {
      const expected = expectedOf(readingOfMessage(example.response));
      const model = (body: string, type: 'application/json' | 'text/event-stream'): Model =>
        createAnthropic({ apiKey: 'k', baseURL: 'http://localhost/v1', fetch: serve(body, type) })('m');
      const generated = await model(example.json, 'application/json').doGenerate({ prompt });
      expect(readingOfContent(generated.content, expected)).toEqual(expected);
      const streamed = await model(example.sse, 'text/event-stream').doStream({ prompt });
      expect(await readingOfStream(streamed.stream, expected)).toEqual({ ...expected, finished: true });
    });
  });

  describe('responses dialect', () => {
    const cases = answeredResponses().filter(({ name }) => !(name in aiSdkLimits)).map((example) => encodeCase(responsesDialect, example));

    it.each(cases.map((example) => [example.name, example] as const))('%s', async (_name, example) => {
      const expected = expectedOf(readingOfResponse(example.response));
      const model = (body: string, type: 'application/json' | 'text/event-stream'): Model =>
        createOpenAI({ apiKey: 'k', baseURL: 'http://localhost/v1', fetch: serve(body, type) }).responses('m');
      const generated = await model(example.json, 'application/json').doGenerate({ prompt });
      expect(readingOfContent(generated.content, expected)).toEqual(expected);
      const streamed = await model(example.sse, 'text/event-stream').doStream({ prompt });
      expect(await readingOfStream(streamed.stream, expected)).toEqual({ ...expected, finished: true });
    });
  });

  describe('except for what it refuses whoever sends it', () => {
    const messages = answeredMessages().filter(({ name }) => name in aiSdkLimits).map((example) => encodeCase(messagesDialect, example));
    const responses = answeredResponses().filter(({ name }) => name in aiSdkLimits).map((example) => encodeCase(responsesDialect, example));

    it.each(messages.map((example) => [example.name, aiSdkLimits[example.name], example] as const))('%s: %s', async (_name, _reason, example) => {
      const model = (body: string, type: 'application/json' | 'text/event-stream'): Model =>
        createAnthropic({ apiKey: 'k', baseURL: 'http://localhost/v1', fetch: serve(body, type) })('m');
      const whole = model(example.json, 'application/json').doGenerate({ prompt });
      const streamed = model(example.sse, 'text/event-stream').doStream({ prompt });
      const outcomes = await Promise.allSettled([whole, streamed.then(({ stream }) => readingOfStream(stream, { text: '', reasoning: '', calls: [] }))]);
      expect(outcomes.map((outcome) => outcome.status)).toContain('rejected');
    });

    it.each(responses.map((example) => [example.name, aiSdkLimits[example.name], example] as const))('%s: %s', async (_name, _reason, example) => {
      const model = createOpenAI({ apiKey: 'k', baseURL: 'http://localhost/v1', fetch: serve(example.json, 'application/json') }).responses('m');
      await expect(model.doGenerate({ prompt })).rejects.toBeInstanceOf(Error);
    });
  });
});
