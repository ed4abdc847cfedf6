// Recorded responses of llama.cpp's server (tools/llama-server/record.mjs), read as a client reads them.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { accumulateMessages, messageStreamEventSchema } from '@org/protocol/messages';
import { readMessageSchema, readMessageStreamEventSchema } from '@org/protocol/messages/read';
import { accumulateResponses, responseStreamEventSchema } from '@org/protocol/responses';
import { readResponseSchema, readResponseStreamEventSchema } from '@org/protocol/responses/read';

interface RecordedCase {
  readonly name: string;
  /** Lines of the body that are not empty. */
  readonly answer: readonly string[];
}

const recorded = JSON.parse(
  readFileSync(join(import.meta.dirname, '../../test/upstream/llama-cpp.json'), 'utf8'),
) as Record<'messages' | 'responses', readonly RecordedCase[]>;

const eventsOf = ({ answer }: RecordedCase): unknown[] =>
  answer.filter((line) => line.startsWith('data: {')).map((line) => JSON.parse(line.slice(6)) as unknown);

describe.each(recorded.messages)('a message of llama-server: $name', (recordedCase) => {
  const events = eventsOf(recordedCase);

  it('is not the strict form, is read, and is rebuilt', () => {
    expect(events.every((event) => messageStreamEventSchema.safeParse(event).success)).toBe(false);
    const message = accumulateMessages(events.map((event) => readMessageStreamEventSchema.parse(event)));
    expect(readMessageSchema.parse(message)).toEqual(message);
    const inputs = message.content.flatMap((block) => (block.type === 'tool_use' ? [block.input] : []));
    expect(inputs).toEqual(inputs.map(() => expect.any(Object) as unknown));
    expect(message.content[0]).toMatchObject({
      type: 'thinking',
      thinking: expect.stringMatching(/^The user/) as unknown,
    });
  });
});

describe.each(recorded.responses)('a response of llama-server: $name', (recordedCase) => {
  const events = eventsOf(recordedCase);

  it('is not the strict form, is read, and is rebuilt', () => {
    expect(events.every((event) => responseStreamEventSchema.safeParse(event).success)).toBe(false);
    const read = events.map((event) => readResponseStreamEventSchema.parse(event));
    const response = accumulateResponses(read);
    expect(readResponseSchema.parse(response)).toEqual(response);
    const last = read.at(-1);
    expect(last?.type === 'response.completed' ? last.response.output : undefined).toEqual(response.output);
  });

  it("is rebuilt from its deltas to equal the server's complete response", () => {
    const deltas = events
      .map((event) => readResponseStreamEventSchema.parse(event))
      .filter(({ type }) => type !== 'response.output_item.done');
    const accumulated = accumulateResponses(deltas);
    const built = accumulateResponses(
      deltas.map((event) =>
        event.type === 'response.completed' ? { ...event, response: { ...event.response, output: [] } } : event,
      ),
    );
    const textsOf = (output: typeof accumulated.output): unknown[] =>
      output.map((item) =>
        item.type === 'function_call'
          ? item.arguments?.replaceAll(' ', '')
          : item.type === 'message' || item.type === 'reasoning'
            ? item.content?.map((part) => part['text'])
            : item,
      );
    expect(textsOf(built.output)).toEqual(textsOf(accumulated.output));
  });
});
