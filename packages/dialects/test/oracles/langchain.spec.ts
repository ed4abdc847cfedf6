import { ChatAnthropic } from '@langchain/anthropic';
import type { AIMessageChunk } from '@langchain/core/messages';
import { ChatOpenAI } from '@langchain/openai';
import { messagesDialect } from '#src/messages.js';
import { responsesDialect } from '#src/responses.js';
import { answeredMessages, answeredResponses } from './answered-cases.js';
import { encodeCase, serve } from './encode-case.js';
import { readingOfMessage, readingOfResponse, type Reading } from './reading.js';

type Seen = Pick<Reading, 'text' | 'calls'>;

/** LangChain adds calls of its own making for hosted tools such as computer use: those are not compared. */
function seenOf(message: AIMessageChunk, expected: Seen): Seen {
  const ids = new Set(expected.calls.map((call) => call.id));
  const calls = (message.tool_calls ?? []).map((call) => ({ id: call.id ?? '', name: call.name, input: call.args as unknown }));
  return { text: message.text, calls: calls.filter((call) => ids.has(call.id)) };
}

async function joined(chunks: AsyncIterable<AIMessageChunk>): Promise<AIMessageChunk> {
  let whole: AIMessageChunk | undefined;
  for await (const chunk of chunks) whole = whole === undefined ? chunk : whole.concat(chunk);
  if (whole === undefined) throw new Error('the stream was empty');
  return whole;
}

/** LangChain wraps free-form input into an object, as its tools expect, and leaves out calls whose arguments were cut. */
function expectedOf(reading: Reading, freeForm: ReadonlySet<string> = new Set()): Seen {
  const calls = reading.calls
    .filter((call) => typeof call.input !== 'string' || freeForm.has(call.id))
    .map((call) => (freeForm.has(call.id) ? { ...call, input: { input: call.input } } : call));
  return { text: reading.text, calls };
}

describe('LangChain, unmodified, reads from our bytes what the answer says', () => {
  describe('messages dialect', () => {
    const cases = answeredMessages().map((example) => encodeCase(messagesDialect, example));

    it.each(cases.map((example) => [example.name, example] as const))('%s', async (_name, example) => {
      const expected = expectedOf(readingOfMessage(example.response));
      const model = (body: string, type: 'application/json' | 'text/event-stream'): ChatAnthropic =>
        new ChatAnthropic({ model: 'm', apiKey: 'k', anthropicApiUrl: 'http://localhost', maxRetries: 0, clientOptions: { fetch: serve(body, type) } });
      expect(seenOf(await model(example.json, 'application/json').invoke('hi'), expected)).toEqual(expected);
      expect(seenOf(await joined(await model(example.sse, 'text/event-stream').stream('hi')), expected)).toEqual(expected);
    });
  });

  describe('responses dialect', () => {
    const cases = answeredResponses().map((example) => encodeCase(responsesDialect, example));

    it.each(cases.map((example) => [example.name, example] as const))('%s', async (_name, example) => {
      const freeForm = new Set(example.response.output.flatMap((item) => (item.type === 'custom_tool_call' ? [item.call_id] : [])));
      const expected = expectedOf(readingOfResponse(example.response), freeForm);
      const model = (body: string, type: 'application/json' | 'text/event-stream'): ChatOpenAI =>
        new ChatOpenAI({ model: 'm', apiKey: 'k', useResponsesApi: true, maxRetries: 0, configuration: { baseURL: 'http://localhost/v1', fetch: serve(body, type) } });
      expect(seenOf(await model(example.json, 'application/json').invoke('hi'), expected)).toEqual(expected);
      expect(seenOf(await joined(await model(example.sse, 'text/event-stream').stream('hi')), expected)).toEqual(expected);
    });
  });
});
