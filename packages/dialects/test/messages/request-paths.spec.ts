// Later messages about a request name its fields as the client wrote them.
import type { Part } from '@org/engine';
import { messagesDialect } from '#src/messages.js';
import { assistant, body, decodeOptions, text, toolUse, user } from './requests.js';

function decode(fields: object) {
  const request = messagesDialect.parseRequest(body(fields));
  const turn = messagesDialect.decodeRequest(request, decodeOptions());
  return { turn, requestPaths: messagesDialect.requestPaths(request, turn) };
}

/** The paths of all pictures, in the order of the conversation. */
function pictures({ turn, requestPaths }: ReturnType<typeof decode>): readonly (string | undefined)[] {
  const isPicture = (part: Part): boolean => part.type === 'media';
  const found = turn.generation.messages.flatMap(({ parts }) =>
    parts.flatMap((part) =>
      part.type === 'tool-result' ? part.content.filter(isPicture) : isPicture(part) ? [part] : [],
    ),
  );
  return found.map((part) => requestPaths.part(part));
}

const image = { type: 'image', source: { type: 'base64', media_type: 'image/png', data: 'AAAA' } };
const result = (id: string, ...content: object[]): object => ({ type: 'tool_result', tool_use_id: id, content });

describe('a part of the messages', () => {
  it('is named by its message and its block, whatever precedes it', () => {
    expect(pictures(decode({ system: 'Be brief.', messages: [user([image, text('What is it?'), image])] }))).toEqual([
      'messages.0.content.0',
      'messages.0.content.2',
    ]);
  });

  it('is named by its index in the message although results moved out of it', () => {
    const messages = [
      user('Hi'),
      assistant([toolUse('a'), toolUse('b')]),
      user([result('a', text('Here:'), image), text('And'), result('b', image), image]),
      assistant('So.'),
      user([image, text('?')]),
    ];
    expect(pictures(decode({ messages }))).toEqual([
      'messages.2.content.0.content.1',
      'messages.2.content.2.content.0',
      'messages.2.content.3',
      'messages.4.content.0',
    ]);
  });

  it('has no path when it is from an earlier turn', () => {
    expect(
      decode({}).requestPaths.part({
        type: 'media',
        media: 'image',
        source: { type: 'url', url: 'https://a.example/b.png' },
      }),
    ).toBeUndefined();
  });
});

describe('every part of many messages', () => {
  it('is named in the time that it takes to read the messages', () => {
    const messages = Array.from({ length: 6_001 }, (_, index) =>
      index % 2 === 0 ? user([text('Hi')]) : assistant([text('So.')]),
    );
    const { turn, requestPaths } = decode({ messages });
    const parts = turn.input.flatMap((message) => message.parts);
    const before = performance.now();
    const paths = parts.map((part) => requestPaths.part(part));
    expect(performance.now() - before).toBeLessThan(5_000);
    expect(paths).toEqual(messages.map((_, index) => `messages.${index}.content.0`));
  });
});

describe('another field', () => {
  const format = { type: 'json_schema', schema: { type: 'object' } };

  it.each([
    [{}, 'messages', 'messages'],
    [{}, 'max_tokens', 'max_tokens'],
    [{ thinking: { type: 'disabled' } }, 'reasoning', 'thinking'],
    [{ output_config: { effort: 'low' } }, 'reasoning', 'output_config.effort'],
    [{ output_config: { format } }, 'outputFormat', 'output_config.format'],
    [{ output_format: format }, 'outputFormat', 'output_format'],
  ])('is named as the client wrote it: %j %s', (fields, name, payload) =>
    expect(decode(fields).requestPaths.field(name)).toBe(payload),
  );

  it('is the schema of a tool', () => {
    const look = { name: 'look', input_schema: { type: 'object' } };
    const { turn, requestPaths } = decode({ tools: [look, { ...look, name: 'leap' }] });
    expect(turn.generation.tools.map((tool) => requestPaths.tool(tool, 'inputSchema'))).toEqual([
      'tools.0.input_schema',
      'tools.1.input_schema',
    ]);
    expect(requestPaths.tool({ kind: 'function', name: 'look', inputSchema: {} }, 'inputSchema')).toBeUndefined();
  });
});
