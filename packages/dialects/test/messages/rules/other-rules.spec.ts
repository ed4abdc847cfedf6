import { EngineError } from '@org/engine';
import { cacheControlLimit } from '#src/messages/rules/cache-control-limit.js';
import { systemMessages } from '#src/messages/rules/system-messages.js';
import { unknownFields } from '#src/messages/rules/unknown-fields.js';
import { messagesDialect } from '#src/messages.js';
import { body, decode, decodeOptions, errorOf, checkRule, text, user } from '../requests.js';

const cacheBreakpoint = { cache_control: { type: 'ephemeral' } };

describe('cache breakpoints', () => {
  const four = {
    system: [{ ...text('a'), ...cacheBreakpoint }],
    tools: [{ name: 'a', input_schema: { type: 'object' }, ...cacheBreakpoint }],
    messages: [
      user([
        { ...text('a'), ...cacheBreakpoint },
        { ...text('b'), ...cacheBreakpoint },
      ]),
    ],
  };

  it('are limited to four in the complete request', () => {
    expect(checkRule(cacheControlLimit, four)).toBeUndefined();
    expect(checkRule(cacheControlLimit, { ...four, ...cacheBreakpoint })?.message).toBe(
      'A maximum of 4 blocks with cache_control may be provided. Found 5.',
    );
  });
});

describe('stop sequences', () => {
  const stops = (count: number): object => ({
    stop_sequences: Array.from({ length: count }, (_, index) => `stop ${index}`),
  });

  it('are limited to a thousand: the service looks for all of them in every delta', () => {
    expect(decode(stops(1_000)).generation.stopSequences).toHaveLength(1_000);
    expect(errorOf(() => decode(stops(1_001)))).toMatchObject({
      code: 'invalid-request',
      param: 'stop_sequences',
      message: 'stop_sequences: may have at most 1000 entries; found 1001',
    });
  });
});

describe('a stop sequence', () => {
  it('has at least one character, because every text starts with the empty string', () =>
    expect(errorOf(() => decode({ stop_sequences: ['END', ''] }))).toMatchObject({
      code: 'invalid-request',
      param: 'stop_sequences.1',
      message: expect.stringContaining('at least 1 character'),
    }));

  it('may be a space or the end of a line', () =>
    expect(decode({ stop_sequences: [' ', '\n'] }).generation.stopSequences).toEqual([' ', '\n']));
});

describe('a system message in mid-conversation', () => {
  it('may be the last one', () =>
    expect(checkRule(systemMessages, { messages: [user('Hi'), { role: 'system', content: 'Now' }] })).toBeUndefined());

  it('holds text', () =>
    expect(
      checkRule(systemMessages, {
        messages: [
          user('Hi'),
          {
            role: 'system',
            content: [text('a'), { type: 'image', source: { type: 'url', url: 'https://a.example/b.png' } }],
          },
        ],
      })?.param,
    ).toBe('messages.1.content.1'));

  it('may hold unknown blocks', () =>
    expect(
      checkRule(systemMessages, {
        messages: [user('Hi'), { role: 'system', content: [{ type: 'tool_weather', tool: {} }] }],
      }),
    ).toBeUndefined());

  // The schema has not validated these blocks, so no rule may trust their shape.
  it.each([
    'search_result',
    'document',
    'image',
    'thinking',
    'tool_use',
    'tool_result',
    'web_search_tool_result',
    'tool_reference',
    'compaction',
    'container_upload',
  ])('that holds an empty %s is accepted or rejected, whatever the version', (type) => {
    const decodeIt = (version: string): unknown =>
      decode({ messages: [user('Hi'), { role: 'system', content: [{ type }] }] }, { version });
    for (const version of ['2023-06-01', '2026-10-21'])
      expect([undefined, EngineError]).toContain(classOfThrown(() => decodeIt(version)));
  });
});

function classOfThrown(run: () => unknown): unknown {
  try {
    run();
    return undefined;
  } catch (thrown) {
    return (thrown as Error).constructor;
  }
}

describe('a compaction that is requested instead of a response', () => {
  const asks = { compaction: { type: 'summarize' } };
  const parsed = messagesDialect.parseRequest(body(asks));

  const messages = messagesDialect.decodeRequest(parsed, decodeOptions()).input;

  it('is one block, which reports no tool changes', () => {
    const { onlySummary } = decode(asks);
    expect(onlySummary?.part('It rained.', messages)).toEqual({
      type: 'opaque',
      dialect: 'messages',
      apiType: 'compaction',
      value: { type: 'compaction', content: 'It rained.', encrypted_content: null, tool_changes: [] },
      text: 'It rained.',
      replacesEarlier: true,
    });
  });

  it('repeats all changes of the tools, and those of the summary before it', () => {
    const added = {
      type: 'tool_addition',
      tool: { type: 'tool_definition', definition: { name: 'two', input_schema: { type: 'object' } } },
    };
    const removed = { type: 'tool_removal', tool: { type: 'tool_reference', name: 'one' } };
    const { input, onlySummary } = decode({
      ...asks,
      messages: [
        { role: 'assistant', content: [{ type: 'compaction', content: 'Hi.', tool_changes: [removed] }] },
        user('Hi'),
        { role: 'system', content: [{ ...added, ...cacheBreakpoint }] },
      ],
    });
    expect(onlySummary?.part('It rained.', input).value['tool_changes']).toEqual([removed, added]);
  });

  it('is requested with its own instructions, unless these are blank', () => {
    expect(decode({ compaction: { type: 'summarize', instructions: ' Short. ' } }).onlySummary?.instruction).toBe(
      'Short.',
    );
    expect(decode({ compaction: { type: 'summarize', instructions: '  ' } }).onlySummary).not.toHaveProperty(
      'instruction',
    );
  });

  it('does not go together with edits', () => {
    expect(errorOf(() => decode({ ...asks, context_management: { edits: [] } }))).toMatchObject({
      code: 'invalid-request',
      param: 'context_management',
    });
  });

  it('is left to an upstream that speaks this dialect', () => {
    const { generation, warnings, onlySummary } = decode(asks, { native: 'messages' });
    expect(generation.extensions?.messages).toMatchObject(asks);
    expect(onlySummary).toBeUndefined();
    expect(warnings).toEqual([]);
  });

  it('is none when it is null', () => {
    expect(decode({ compaction: null })).not.toHaveProperty('onlySummary');
  });
});

describe('an unknown field', () => {
  it('is an error in strict mode only', () => {
    expect(checkRule(unknownFields, { colour: 'red' })).toBeUndefined();
    expect(checkRule(unknownFields, { colour: 'red' }, { strict: true })).toEqual({
      param: 'colour',
      message: 'colour: Extra inputs are not permitted',
    });
  });

  it.each(['thread', 'context_management', 'mcp_servers', 'output_config', 'output_format', 'metadata', 'speed'])(
    'is not %s',
    (field) => expect(checkRule(unknownFields, { [field]: undefined }, { strict: true })).toBeUndefined(),
  );
});
