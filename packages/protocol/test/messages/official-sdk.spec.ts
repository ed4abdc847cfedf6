// The official SDK is the oracle: the message that it rebuilds from the bytes must equal the original.
import Anthropic from '@anthropic-ai/sdk';
import type { MessageCreateParamsNonStreaming } from '@anthropic-ai/sdk/resources/messages';
import { hasResponse, loadFixtures, type MessagesFailedCase } from '#src/fixtures.js';
import {
  accumulateMessage,
  createMessageAccumulation,
  messageEvents,
  type Message,
  type MessageStreamEvent,
} from '#src/messages.js';
import { sdkErrorClass } from './sdk-error-class.js';
import { formatSseEvent } from '#src/sse.js';

const fixtures = loadFixtures('messages');
const casesWithResponse = fixtures.filter((fixture) => hasResponse(fixture));
const failed = fixtures.filter((fixture): fixture is MessagesFailedCase => !hasResponse(fixture));
const prompt: MessageCreateParamsNonStreaming = {
  model: 'any',
  max_tokens: 1,
  messages: [{ role: 'user', content: 'Hi.' }],
};

function clientOf(respond: () => Response): Anthropic {
  return new Anthropic({ apiKey: 'key', maxRetries: 0, fetch: () => Promise.resolve(respond()) });
}

/** The SSE bytes of a case in chunks of `size`. */
function streamOf({ events }: { readonly events: readonly MessageStreamEvent[] }, size: number): Response {
  const bytes = new TextEncoder().encode(events.map((event) => formatSseEvent(event)).join(''));
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      for (let start = 0; start < bytes.length; start += size) controller.enqueue(bytes.slice(start, start + size));
      controller.close();
    },
  });
  return new Response(body, { headers: { 'content-type': 'text/event-stream' } });
}

/** The value as JSON: without undefined members and without the SDK's convenience fields. */
function asPayload(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value, (key, member: unknown) => (key === 'parsed_output' ? undefined : member)));
}

/** The SDK parses a tool input incrementally; we parse it once it is complete. */
function bringsInput(event: { readonly type: unknown; readonly delta?: unknown }): boolean {
  const { delta } = event;
  return (
    event.type === 'content_block_delta' &&
    typeof delta === 'object' &&
    delta !== null &&
    'type' in delta &&
    delta.type === 'input_json_delta'
  );
}

/**
 * Names of the classes of `value`, from its own class to the root. A specific error code has a subclass of the class
 * for its status.
 */
function classesOf(value: unknown): string[] {
  const names: string[] = [];
  for (let proto: unknown = value; typeof proto === 'object' && proto !== null; proto = Object.getPrototypeOf(proto)) {
    names.push(proto.constructor.name);
  }
  return names;
}

describe('the official SDK', () => {
  it.each(casesWithResponse)('$name: the beta stream helper rebuilds the message', async (fixture) => {
    const message = await clientOf(() => streamOf(fixture, 7))
      .beta.messages.stream(prompt)
      .finalMessage();
    expect(asPayload(message)).toEqual(asPayload(fixture.response));
  });

  it.each(casesWithResponse.filter(({ tags }) => !tags.includes('beta')))(
    '$name: the stable stream helper rebuilds the message',
    async (fixture) => {
      const message = await clientOf(() => streamOf(fixture, 4096))
        .messages.stream(prompt)
        .finalMessage();
      expect(asPayload(message)).toEqual(asPayload(fixture.response));
    },
  );

  it.each(casesWithResponse)('$name: it reads the same message from JSON', async ({ response }) => {
    const message = await clientOf(() => Response.json(response)).messages.create(prompt);
    expect(asPayload(message)).toEqual(asPayload(response));
  });

  it.each(casesWithResponse)(
    '$name: its message equals that of the accumulator after every event, except for incomplete inputs',
    async ({ response, events }) => {
      for (const sent of [events, messageEvents(response)]) {
        // The SDK passes over `ping`.
        const stream = sent.filter(({ type }) => type !== 'ping');
        const theirs: unknown[] = [];
        const read = clientOf(() => streamOf({ events: stream }, 4096)).beta.messages.stream(prompt);
        read.on('streamEvent', (event, snapshot) => theirs.push(bringsInput(event) ? undefined : asPayload(snapshot)));
        await read.finalMessage();
        let state = createMessageAccumulation<Message>();
        const ours = stream.map((event) => {
          state = accumulateMessage(state, event);
          return bringsInput(event) ? undefined : asPayload(state.message);
        });
        expect(ours).toEqual(theirs);
      }
    },
  );

  it.each(failed)('$name: it raises the class that the table names', async ({ status, error }) => {
    const failure: unknown = await clientOf(() => Response.json(error, { status }))
      .messages.create(prompt)
      .catch((thrown: unknown) => thrown);
    const named = Object.entries(sdkErrorClass).find(([key]) => Number(key) === status)?.[1];
    expect(classesOf(failure)).toContain(named ?? 'APIError');
    expect(failure).toMatchObject({ status, error });
  });
});
