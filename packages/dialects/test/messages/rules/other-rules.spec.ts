import { EngineError } from '@org/engine/errors/engine-error';
import { cacheControlLimit } from '#src/messages/rules/cache-control-limit.js';
import { systemMessages } from '#src/messages/rules/system-messages.js';
import { unknownFields } from '#src/messages/rules/unknown-fields.js';
import { messagesDialect } from '#src/messages.js';
import { body, decode, decodeOptions, errorOf, judge, text, user } from '../requests.js';

const mark = { cache_control: { type: 'ephemeral' } };

describe('cache marks', () => {
  const four = {
    system: [{ ...text('a'), ...mark }],
    tools: [{ name: 'a', input_schema: { type: 'object' }, ...mark }],
    messages: [user([{ ...text('a'), ...mark }, { ...text('b'), ...mark }])],
  };

  it('are at most four in all places together', () => {
    expect(judge(cacheControlLimit, four)).toBeUndefined();
    expect(judge(cacheControlLimit, { ...four, ...mark })?.message).toBe('A maximum of 4 blocks with cache_control may be provided. Found 5.');
  });
});

describe('stop sequences', () => {
  const stops = (count: number): object => ({ stop_sequences: Array.from({ length: count }, (_, index) => `stop ${index}`) });

  it('are at most a thousand: all of them are looked for in every piece of an answer', () => {
    expect(decode(stops(1_000)).generation.stopSequences).toHaveLength(1_000);
    expect(errorOf(() => decode(stops(1_001)))).toMatchObject({ code: 'invalid-request', param: 'stop_sequences', message: 'stop_sequences: may have at most 1000 entries; found 1001' });
  });
});

describe('a system message in mid-conversation', () => {
  it('may be the last one', () => expect(judge(systemMessages, { messages: [user('Hi'), { role: 'system', content: 'Now' }] })).toBeUndefined());

  it('holds text', () =>
    expect(
      judge(systemMessages, { messages: [user('Hi'), { role: 'system', content: [text('a'), { type: 'image', source: { type: 'url', url: 'https://a.example/b.png' } }] }] })?.param,
    ).toBe('messages.1.content.1'));

  it('may hold blocks that are not known yet', () =>
    expect(judge(systemMessages, { messages: [user('Hi'), { role: 'system', content: [{ type: 'tool_weather', tool: {} }] }] })).toBeUndefined());

  // The schema has not looked at these blocks: no rule may trust their shape.
  it.each(['search_result', 'document', 'image', 'thinking', 'tool_use', 'tool_result', 'web_search_tool_result', 'tool_reference', 'compaction', 'container_upload'])(
    'that holds an empty %s is taken or refused, whatever the version',
    (type) => {
      const decodeIt = (version: string): unknown => decode({ messages: [user('Hi'), { role: 'system', content: [{ type }] }] }, { version });
      for (const version of ['2023-06-01', '2026-10-21']) expect([undefined, EngineError]).toContain(classOfThrown(() => decodeIt(version)));
    },
  );
});

function classOfThrown(run: () => unknown): unknown {
  try {
    run();
    return undefined;
  } catch (thrown) {
    return (thrown as Error).constructor;
  }
}

describe('a compaction that is asked for in the place of an answer', () => {
  const asks = { compaction: { type: 'summarize' } };
  const parsed = messagesDialect.parseRequest(body(asks));

  it('is refused, because an answer would be taken for the summary', () => {
    const error = errorOf(() => messagesDialect.decodeRequest(parsed, decodeOptions()));
    expect(error).toMatchObject({ code: 'unsupported', param: 'compaction' });
    expect(messagesDialect.encodeError(error, 'req_1')).toMatchObject({
      status: 400,
      body: { error: { type: 'invalid_request_error', message: expect.stringMatching(/^compaction: /) as string, details: { error_code: 'compaction_unavailable' } } },
    });
  });

  it('is refused, too, where the upstream speaks another dialect', () => {
    expect(errorOf(() => decode(asks, { native: 'responses' })).param).toBe('compaction');
  });

  it('is left to an upstream that speaks this dialect', () => {
    const { generation, warnings } = decode(asks, { native: 'messages' });
    expect(generation.extensions?.messages).toMatchObject(asks);
    expect(warnings).toEqual([]);
  });

  it('is none when it is null', () => {
    expect(decode({ compaction: null }).warnings).toEqual([]);
  });
});

describe('an unknown field', () => {
  it('is an error in strict mode only', () => {
    expect(judge(unknownFields, { colour: 'red' })).toBeUndefined();
    expect(judge(unknownFields, { colour: 'red' }, { strict: true })).toEqual({ param: 'colour', message: 'colour: Extra inputs are not permitted' });
  });

  it.each(['thread', 'context_management', 'mcp_servers', 'output_config', 'output_format', 'metadata', 'speed'])('is not %s', (field) =>
    expect(judge(unknownFields, { [field]: undefined }, { strict: true })).toBeUndefined());
});
