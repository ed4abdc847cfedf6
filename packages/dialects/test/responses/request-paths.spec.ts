// Later messages about a request name its fields as the client wrote them.
import type { JsonObject, Part, TurnRequest } from '@org/engine';
import { responsesDialect } from '#src/responses.js';
import { decodeOptions } from './options.js';

interface Decoded {
  readonly turn: TurnRequest;
  readonly requestPaths: ReturnType<typeof responsesDialect.requestPaths>;
}

function decode(body: object, items: Readonly<Record<string, JsonObject>> = {}): Decoded {
  const request = responsesDialect.parseRequest({ model: 'm', ...body });
  const turn = responsesDialect.decodeRequest(request, decodeOptions({}, items));
  return { turn, requestPaths: responsesDialect.requestPaths(request, turn) };
}

/** The paths of all pictures, in the order of the conversation. */
function pictures({ turn, requestPaths }: Decoded): readonly (string | undefined)[] {
  const isPicture = (part: Part): boolean => part.type === 'media';
  const found = turn.generation.messages.flatMap(({ parts }) =>
    parts.flatMap((part) =>
      part.type === 'tool-result' ? part.content.filter(isPicture) : isPicture(part) ? [part] : [],
    ),
  );
  return found.map((part) => requestPaths.part(part));
}

const text = (value: string): object => ({ type: 'input_text', text: value });
const image = { type: 'input_image', image_url: 'data:image/png;base64,AAAA' };

describe('a part of the input', () => {
  it('is named by its item, whatever precedes it: instructions, and items that became one message', () => {
    const input = [
      { role: 'user', content: 'Hi' },
      { type: 'reasoning', id: 'rs_1', summary: [{ type: 'summary_text', text: 'Hm.' }] },
      {
        role: 'assistant',
        content: [
          { type: 'output_text', text: 'One.' },
          { type: 'output_text', text: 'Two.' },
        ],
      },
      { type: 'function_call', call_id: 'a', name: 'f', arguments: '{}' },
      { type: 'function_call', call_id: 'b', name: 'f', arguments: '{}' },
      { type: 'function_call_output', call_id: 'a', output: 'Seen.' },
      { type: 'function_call_output', call_id: 'b', output: [text('Here:'), image] },
      { role: 'user', content: [image, text('And this?'), image] },
    ];
    expect(pictures(decode({ instructions: 'Be brief.', input }))).toEqual([
      'input.6.output.1',
      'input.7.content.0',
      'input.7.content.2',
    ]);
  });

  it('is named by its item alone where the item is only referred to', () => {
    const stored = { msg_1: { id: 'msg_1', type: 'message', role: 'user', content: [image] } };
    expect(
      pictures(
        decode(
          {
            input: [
              { role: 'user', content: 'Hi' },
              { type: 'item_reference', id: 'msg_1' },
            ],
          },
          stored,
        ),
      ),
    ).toEqual(['input.1']);
  });

  it('has no path when it is from an earlier turn', () => {
    expect(
      decode({ input: 'Hi' }).requestPaths.part({
        type: 'media',
        media: 'image',
        source: { type: 'url', url: 'https://a.example/b.png' },
      }),
    ).toBeUndefined();
  });
});

describe('every part of a long input', () => {
  it('is named in the time that it takes to read the input', () => {
    const input = Array.from({ length: 16_000 }, () => ({ type: 'brand_new' }));
    const { turn, requestPaths } = decode({ input, previous_response_id: 'resp_1' });
    const parts = turn.input.flatMap((message) => message.parts);
    const before = performance.now();
    const paths = parts.map((part) => requestPaths.part(part));
    expect(performance.now() - before).toBeLessThan(5_000);
    expect(paths).toEqual(input.map((_, index) => `input.${index}`));
  });
});

describe('a tool', () => {
  const f = (name: string): object => ({ type: 'function', name, parameters: { type: 'object' } });
  const { turn, requestPaths } = decode({
    input: 'Hi',
    tools: [
      f('a'),
      {
        type: 'namespace',
        name: 'n',
        tools: [f('b'), { type: 'custom', name: 'c', format: { type: 'grammar', syntax: 'regex', definition: 'a' } }],
      },
      f('d'),
    ],
  });

  it('is named by its index, in a namespace by both', () => {
    const member = (at: number): 'inputSchema' | 'format.definition' =>
      turn.generation.tools[at]?.kind === 'custom' ? 'format.definition' : 'inputSchema';
    expect(turn.generation.tools.map((tool, at) => requestPaths.tool(tool, member(at)))).toEqual([
      'tools.0.parameters',
      'tools.1.tools.0.parameters',
      'tools.1.tools.1.format.definition',
      'tools.2.parameters',
    ]);
  });

  it('has no path when it is from an item or an earlier turn', () =>
    expect(requestPaths.tool({ kind: 'function', name: 'a', inputSchema: {} }, 'inputSchema')).toBeUndefined());
});

describe('another field', () => {
  it.each([
    ['messages', 'input'],
    ['max_tokens', 'max_output_tokens'],
    ['outputFormat', 'text.format'],
    ['reasoning', 'reasoning'],
    ['temperature', 'temperature'],
  ])('is named as in the API: %s', (name, payload) =>
    expect(decode({ input: 'Hi' }).requestPaths.field(name)).toBe(payload),
  );
});

describe('content that no model sees', () => {
  it('causes a warning with its own path', () => {
    const strange = { type: 'input_hologram', depth: 3 };
    const call = { type: 'function_call', call_id: 'a', name: 'f', arguments: '{}' };
    const { turn } = decode({
      input: [
        { role: 'user', content: [text('Hi'), strange] },
        call,
        { type: 'function_call_output', call_id: 'a', output: [text('Here:'), strange] },
        { type: 'brand_new', content: ['x'] },
      ],
    });
    expect(turn.warnings.map(({ param }) => param)).toEqual(['input.0.content.1', 'input.2.output.1', 'input.3']);
  });
});
