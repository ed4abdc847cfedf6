import { hasResponse, loadFixtures, loadOtherServers } from '@org/protocol/fixtures';
import { itemsOf } from '#src/api/read-json.js';
import { parseEvent } from '#src/api/stream-turn.js';
import { dialects } from '#src/chat/dialects/dialects.js';
import type { OutputReader } from '#src/chat/output.js';

type Name = keyof typeof dialects;

/** Reads events as they arrive: through the JSON of each frame. */
function read(dialect: Name, events: readonly unknown[]): OutputReader['output'] {
  return events.reduce<OutputReader>(
    (reader, event) => reader.next(parseEvent(JSON.stringify(event))),
    dialects[dialect].createReader(),
  ).output;
}

describe.each<Name>(['messages', 'responses'])('the reader of the %s dialect', (dialect) => {
  const fixtures = dialect === 'messages' ? loadFixtures('messages') : loadFixtures('responses');
  const complete = fixtures.flatMap((fixture) => (hasResponse(fixture) ? [fixture] : []));

  it.each(complete.map((fixture) => [fixture.name, fixture] as const))(
    'rebuilds the response of the fixture %s, and shows each part of it',
    (_name, { response, events }) => {
      const output = read(dialect, events);
      expect([output.id, output.isComplete]).toEqual([response.id, true]);
      const content = itemsOf('content' in response ? response.content : response.output);
      expect(output.content).toEqual(content);
      expect(output.parts.length).toBeGreaterThanOrEqual(
        content.length - content.filter((one) => JSON.stringify(one).includes('"content":[]')).length,
      );
    },
  );

  it('reads the streams of other servers without throwing', () => {
    for (const { name, events } of loadOtherServers(dialect))
      expect([name, typeof read(dialect, events.filter(hasType)).isComplete]).toEqual([name, 'boolean']);
  });

  it('reports the error of an error event', () => {
    const { failure } = read(dialect, [
      { type: 'error', error: { type: 'overloaded_error', code: 'overloaded', message: 'Busy.', param: 'model' } },
    ]);
    expect(failure).toMatchObject({ type: 'overloaded_error', code: 'overloaded', message: 'Busy.', param: 'model' });
  });
});

function hasType(event: unknown): boolean {
  return typeof event === 'object' && event !== null && 'type' in event && typeof event.type === 'string';
}

describe('the output of messages', () => {
  const start = { type: 'message_start', message: { id: 'msg_1', content: [], usage: { input_tokens: 3 } } };

  it('shows the input of a tool call while it streams', () => {
    const { parts } = read('messages', [
      start,
      { type: 'content_block_start', index: 0, content_block: { type: 'tool_use', id: 't', name: 'add', input: {} } },
      { type: 'content_block_delta', index: 0, delta: { type: 'input_json_delta', partial_json: '{"a": 1' } },
    ]);
    expect(parts).toEqual([{ kind: 'tool-call', name: 'add', input: '{"a": 1', result: undefined }]);
  });

  it('counts cached tokens as input, as the other dialect does', () => {
    const { usage } = read('messages', [
      start,
      {
        type: 'message_delta',
        delta: { stop_reason: 'end_turn' },
        usage: { input_tokens: 3, cache_read_input_tokens: 40, cache_creation_input_tokens: 5, output_tokens: 7 },
      },
    ]);
    expect(usage).toEqual({ input: 48, output: 7, cached: 40, reasoning: undefined });
  });

  it('shows reasoning apart from text, and encrypted reasoning without text', () => {
    const { parts } = read('messages', [
      start,
      { type: 'content_block_start', index: 0, content_block: { type: 'thinking', thinking: '', signature: '' } },
      { type: 'content_block_delta', index: 0, delta: { type: 'thinking_delta', thinking: 'Hm.' } },
      { type: 'content_block_stop', index: 0 },
      { type: 'content_block_start', index: 1, content_block: { type: 'redacted_thinking', data: 'x' } },
    ]);
    expect(parts).toEqual([
      { kind: 'reasoning', text: 'Hm.' },
      { kind: 'reasoning', text: '' },
    ]);
  });
});

describe('the output of responses', () => {
  it('has the error of a failed response', () => {
    const response = { id: 'resp_1', status: 'failed', error: { code: 'server_error', message: 'No.' }, output: [] };
    const { failure, isComplete } = read('responses', [{ type: 'response.failed', response }]);
    expect([failure?.code, failure?.message, isComplete]).toEqual(['server_error', 'No.', true]);
  });

  it('names why it is incomplete', () => {
    const response = { id: 'resp_1', status: 'incomplete', incomplete_details: { reason: 'max_output_tokens' } };
    expect(read('responses', [{ type: 'response.incomplete', response }]).finish).toBe('max_output_tokens');
  });
});
