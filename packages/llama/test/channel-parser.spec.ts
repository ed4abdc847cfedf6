import * as fc from 'fast-check';

import { buildChannelGrammar, channelCallGrammar } from '#src/grammar/channel-grammar.js';
import { createOutputReader } from '#src/parse/output-reader.js';
import { glimmer, harmony, type ChannelFamily } from '#src/parse/output-family.js';
import { PartWriter } from '#src/parse/part-writer.js';
import { renderTools } from '#src/prompt/render-tools.js';
import { StopSink } from '#src/worker/generation/stop-sink.js';
import type { GenerationEvent, Part } from '@org/engine';
import { buildRequest } from '@org/engine/testing';

import { volume, weather } from './demo.js';
import { GrammarWalk } from './grammar-walk.js';
import { seededRandom } from './seeded-random.js';

interface Reading {
  readonly startsInReasoning?: boolean;
  readonly continues?: boolean;
  readonly tools?: boolean;
  readonly stops?: readonly string[];
  readonly truncated?: boolean;
  readonly family?: ChannelFamily;
}

function read(
  chunks: readonly string[],
  {
    startsInReasoning = false,
    continues = false,
    tools = true,
    stops = [],
    truncated = false,
    family = harmony,
  }: Reading = {},
): {
  readonly parts: readonly Part[];
  readonly events: readonly GenerationEvent[];
  readonly callStarts: readonly string[];
} {
  const events: GenerationEvent[] = [];
  const callStarts: string[] = [];
  const writer = new PartWriter((event) => events.push(event));
  const headOf = (name: string) => ({
    name,
    kind: name.startsWith('custom') ? ('custom' as const) : ('function' as const),
  });
  const reader = createOutputReader(
    family,
    { startsInReasoning, continues, tools, callsEndReasoning: false, bareCalls: [], headOf, typesOf: () => new Set() },
    writer,
    new StopSink(stops, (text) => writer.text(text)),
  );
  let written = '';
  for (const chunk of chunks) {
    reader.push(chunk);
    written += chunk;
    if (reader.atCallStart) callStarts.push(written);
  }
  reader.finish(truncated);
  return { parts: events.flatMap((event) => (event.type === 'part-end' ? [event.part] : [])), events, callStarts };
}

const text = (value: string): Part => ({ type: 'text', text: value });
const reasoning = (value: string): Part => ({ type: 'reasoning', text: value });
const call = (name: string, argumentsText: string, kind: 'function' | 'custom' = 'function'): Part => ({
  type: 'tool-call',
  callId: '',
  name,
  kind,
  argumentsText,
});

const reasoningText = '<|channel|>analysis<|message|>Hm.<|end|>';

describe('a completion in channels', () => {
  it.each<[string, string, readonly Part[], Reading?]>([
    [
      'has thoughts and then text, and no word of a header',
      `${reasoningText}<|start|>assistant<|channel|>final<|message|>Hello!\n<|return|>`,
      [reasoning('Hm.'), text('Hello!\n')],
    ],
    [
      'may end without a mark, as the engine leaves it out',
      `${reasoningText}<|start|>assistant<|channel|>final<|message|>Hello!`,
      [reasoning('Hm.'), text('Hello!')],
    ],
    ['is nothing where nothing was written', '', []],
    ['may have no thoughts', '<|channel|>final<|message|>Hello!', [text('Hello!')]],
    [
      'has thoughts that the prompt opened',
      'Hm.<|end|><|start|>assistant<|channel|>final<|message|>Yes.',
      [reasoning('Hm.'), text('Yes.')],
      { startsInReasoning: true },
    ],
    ['continues text that the prompt opened', ' and so on.', [text(' and so on.')], { continues: true }],
    [
      'calls after the channel',
      `${reasoningText}<|start|>assistant<|channel|>commentary to=functions.f <|constrain|>json<|message|>{"a": [1, "}"]}<|call|>`,
      [reasoning('Hm.'), call('f', '{"a": [1, "}"]}')],
    ],
    [
      'calls after the role',
      `${reasoningText}<|start|>assistant to=functions.f<|channel|>commentary json<|message|>{"a": 1}<|call|>`,
      [reasoning('Hm.'), call('f', '{"a": 1}')],
    ],
    [
      'calls in the first header',
      ' to=functions.f<|channel|>commentary json<|message|>{"a": 1}',
      [call('f', '{"a": 1}')],
    ],
    [
      'calls without saying what kind of content',
      '<|channel|>commentary to=functions.f<|message|>{"a": 1}',
      [call('f', '{"a": 1}')],
    ],
    ['calls from its thoughts', '<|channel|>analysis to=functions.f code<|message|>{"a": 1}', [call('f', '{"a": 1}')]],
    [
      'calls a tool that was not offered',
      '<|channel|>analysis to=python code<|message|>print(1)\n',
      [call('python', 'print(1)')],
    ],
    [
      'has text before a call',
      '<|channel|>commentary<|message|>Let me look.<|end|><|start|>assistant<|channel|>commentary to=functions.f json<|message|>{}',
      [text('Let me look.'), call('f', '{}')],
    ],
    [
      'may call twice',
      '<|channel|>commentary to=functions.f<|message|>{}<|end|><|start|>assistant<|channel|>commentary to=functions.g<|message|>{}<|call|>',
      [call('f', '{}'), call('g', '{}')],
    ],
    ['calls without arguments', '<|channel|>commentary to=functions.f<|message|><|call|>', [call('f', '{}')]],
    [
      'preserves arguments as they were written',
      '<|channel|>commentary to=functions.f<|message|> { "x" : 1.0,\n"y":" " } \n<|call|>',
      [call('f', '{ "x" : 1.0,\n"y":" " }')],
    ],
    [
      'may wrap arguments in a string',
      '<|channel|>commentary to=functions.f<|message|>"{\\"a\\": 1 }"',
      [call('f', '{"a": 1 }')],
    ],
    [
      'has free text for custom tools',
      '<|channel|>commentary to=functions.custom_sh json<|message|>{"input": "ls \\"a\\"\\n"}',
      [call('custom_sh', 'ls "a"\n', 'custom')],
    ],
    [
      'has free text for custom tools that was written as it is',
      '<|channel|>commentary to=functions.custom_sh code<|message|>ls -l',
      [call('custom_sh', 'ls -l', 'custom')],
    ],
    [
      'does not complete the arguments of a truncated call',
      '<|channel|>commentary to=functions.f<|message|>',
      [call('f', '')],
      { truncated: true },
    ],
    ['emits nothing for a truncated header', '<|channel|>commentary to=functions.f', [], { truncated: true }],
    [
      'emits nothing for a header without an end',
      `${reasoningText}<|start|>assistant<|channel|>final`,
      [reasoning('Hm.')],
    ],
    [
      'takes calls as text when no tool was offered',
      '<|channel|>commentary to=functions.f<|message|>{"a": 1}<|call|>',
      [text('{"a": 1}')],
      { tools: false },
    ],
    [
      'takes a header back',
      '<|channel|>commentary to=assistant<|channel|>analysis<|message|>Hm.<|end|><|start|>assistant<|channel|>commentary<|channel|>final<|message|>Yes.',
      [reasoning('Hm.'), text('Yes.')],
    ],
    [
      'may forget the end of its thoughts',
      '<|channel|>analysis<|message|>Hm.<|start|>assistant<|channel|>final<|message|>Yes.',
      [reasoning('Hm.'), text('Yes.')],
    ],
    [
      'may forget the role',
      '<|channel|>analysis<|message|>Hm.<|channel|>final<|message|>Yes.',
      [reasoning('Hm.'), text('Yes.')],
    ],
    [
      'has no part for thoughts of nothing',
      '<|channel|>analysis<|message|><|end|><|start|>assistant<|channel|>final<|message|>Yes.',
      [text('Yes.')],
    ],
    ['may have no header at all', '{"a": 1}', [text('{"a": 1}')]],
    ['may begin like a header and be none', 'to be or not', [text('to be or not')]],
    ['may be the first letter of a header', 't', [text('t')]],
    [
      'preserves text that only starts like a special token',
      '<|channel|>final<|message|>a <| b <|end',
      [text('a <| b <|end')],
    ],
    ['may name its kind of content', '<|channel|>final <|constrain|>json<|message|>{"a": 1}', [text('{"a": 1}')]],
  ])('%s', (_sentence, written, parts, reading = {}) => {
    expect(read([written], reading).parts).toEqual(parts);
    expect(read([...written], reading).parts).toEqual(parts);
  });

  it('streams reasoning, text and arguments as they arrive', () => {
    const { events } = read([
      ...'<|channel|>analysis<|message|>Hm<|end|><|start|>assistant<|channel|>commentary to=functions.f json<|message|>{"a":1}<|call|>',
    ]);
    expect(events.flatMap((event) => (event.type === 'part-delta' ? [event.delta.text] : []))).toEqual([
      ...'Hm',
      ...'{"a":1}',
    ]);
  });

  const snippet = fc.constantFrom(
    'Hello ',
    ' ',
    '\n',
    'é🙂',
    '<',
    '<|',
    '|>',
    'to=',
    'to=functions.f',
    ' to=functions.custom_x',
    ' to=assistant',
    '<|channel|>analysis',
    '<|channel|>commentary',
    '<|channel|>final',
    '<|message|>',
    '<|end|>',
    '<|call|>',
    '<|return|>',
    '<|start|>assistant',
    '<|constrain|>json',
    '{"a": "b"}',
    '{"input": "a\\nb"}',
    '"',
    'STOP',
    'ST',
    'OP',
  );
  const written = fc.array(snippet, { maxLength: 16 }).map((chunks) => chunks.join(''));

  it('returns the same parts for every chunking', () => {
    const splits = fc.array(fc.nat({ max: 200 }), { maxLength: 12 });
    const readings = fc.record({
      startsInReasoning: fc.boolean(),
      tools: fc.boolean(),
      truncated: fc.boolean(),
      stops: fc.constantFrom<readonly string[]>([], ['STOP'], ['TO', 'lo']),
    });
    fc.assert(
      fc.property(written, splits, readings, (complete, positions, reading) => {
        const at = [...new Set(positions.map((position) => Math.min(position, complete.length)))].toSorted(
          (a, b) => a - b,
        );
        const chunks = [...at, complete.length].map((end, index) =>
          complete.slice(index === 0 ? 0 : at[index - 1], end),
        );
        expect(read(chunks, reading).parts).toEqual(read([complete], reading).parts);
      }),
      { numRuns: 1_500 },
    );
  });

  it('never emits the name of a channel header as text', () => {
    fc.assert(
      fc.property(written, fc.boolean(), (complete, tools) => {
        const visibleText = read([...complete], { tools })
          .parts.map((part) => (part.type === 'text' || part.type === 'reasoning' ? part.text : ''))
          .join('');
        expect(visibleText).not.toMatch(/analysis|commentary|final/);
      }),
      { numRuns: 500 },
    );
  });
});

const selfMessage = ' to=self<|message|>Hm.<|eom|>';
const atem = (name: string, ...given: readonly string[]): string =>
  `<atem:function_calls>\n<atem:invoke name="${name}">\n${given.map((one) => `<atem:parameter name="${one.split('=')[0]}">${one.split('=')[1]}</atem:parameter>\n`).join('')}</atem:invoke>\n</atem:function_calls>`;
const toTool = (name: string, ...given: readonly string[]): string => ` to=${name}<|message|>${atem(name, ...given)}`;

describe('a completion in messages with recipients', () => {
  it.each<[string, string, readonly Part[], Reading?]>([
    [
      'has thoughts and then text, and no word of a header',
      `${selfMessage}<|start|>assistant to=user<|message|>Hello!\n<|eot|>`,
      [reasoning('Hm.'), text('Hello!\n')],
    ],
    [
      'may think more than once',
      `${selfMessage}<|start|>assistant to=self<|message|>And?<|eom|><|start|>assistant to=user<|message|>Yes.`,
      [reasoning('Hm.'), reasoning('And?'), text('Yes.')],
    ],
    ['may have no thoughts', ' to=user<|message|>Hello!', [text('Hello!')]],
    ['may lack a recipient', '<|message|>Hello!', [text('Hello!')]],
    [
      'has thoughts that the prompt opened',
      'Hm.<|eom|><|start|>assistant to=user<|message|>Yes.',
      [reasoning('Hm.'), text('Yes.')],
      { startsInReasoning: true },
    ],
    ['continues text that the prompt opened', ' and so on.', [text(' and so on.')], { continues: true }],
    [
      'calls',
      `${selfMessage}<|start|>assistant${toTool('f', 'a=1', 'b=x')}<|eot|>`,
      [reasoning('Hm.'), call('f', '{"a": 1, "b": "x"}')],
    ],
    [
      'calls twice',
      `${toTool('f', 'a=1')}<|eom|><|start|>assistant${toTool('g')}<|eot|>`,
      [call('f', '{"a": 1}'), call('g', '{}')],
    ],
    [
      'has text before a call',
      ` to=user<|message|>Let me look.<|eom|><|start|>assistant${toTool('f')}`,
      [text('Let me look.'), call('f', '{}')],
    ],
    [
      'has free text for custom tools',
      toTool('custom_sh', 'input=ls "a"\n'),
      [call('custom_sh', 'ls "a"\n', 'custom')],
    ],
    ['may write something else to a tool, which is text', ' to=f<|message|>{"a": 1}<|eot|>', [text('{"a": 1}')]],
    [
      'may begin a call and write none',
      ' to=f<|message|><atem:function_calls> of f<|eot|>',
      [text('<atem:function_calls> of f')],
    ],
    [
      'does not complete the arguments of a truncated call',
      ' to=f<|message|><atem:function_calls>\n<atem:invoke name="f">\n<atem:parameter name="a">x',
      [call('f', '{"a":')],
      { truncated: true },
    ],
    [
      'emits nothing for a call that was truncated before its name',
      ' to=f<|message|><atem:function',
      [],
      { truncated: true },
    ],
    ['takes calls as text when no tool was offered', toTool('f'), [text(atem('f'))], { tools: false }],
    [
      'may forget the end of its thoughts',
      ' to=self<|message|>Hm.<|start|>assistant to=user<|message|>Yes.',
      [reasoning('Hm.'), text('Yes.')],
    ],
  ])('%s', (_sentence, written, parts, reading = {}) => {
    expect(read([written], { ...reading, family: glimmer }).parts).toEqual(parts);
    expect(read([...written], { ...reading, family: glimmer }).parts).toEqual(parts);
  });

  it('returns the same parts for every chunking', () => {
    const snippet = fc.constantFrom(
      'Hello ',
      '\n',
      '<',
      '<|',
      'to=',
      ' to=f',
      ' to=self',
      ' to=user',
      '<|message|>',
      '<|eom|>',
      '<|eot|>',
      '<|start|>assistant',
      '<atem:function_calls>',
      '<atem:invoke name="f">',
      '<atem:parameter name="a">',
      '1',
      '</atem:parameter>',
      '</atem:invoke>',
      '</atem:function_calls>',
      toTool('g', 'a=1'),
      'STOP',
      'ST',
    );
    const readings = fc.record({
      startsInReasoning: fc.boolean(),
      tools: fc.boolean(),
      truncated: fc.boolean(),
      stops: fc.constantFrom<readonly string[]>([], ['STOP']),
    });
    fc.assert(
      fc.property(
        fc.array(snippet, { maxLength: 16 }),
        fc.array(fc.nat({ max: 200 }), { maxLength: 12 }),
        readings,
        (written, positions, reading) => {
          const complete = written.join('');
          const at = [...new Set(positions.map((position) => Math.min(position, complete.length)))].toSorted(
            (a, b) => a - b,
          );
          const chunks = [...at, complete.length].map((end, index) =>
            complete.slice(index === 0 ? 0 : at[index - 1], end),
          );
          expect(read(chunks, { ...reading, family: glimmer }).parts).toEqual(
            read([complete], { ...reading, family: glimmer }).parts,
          );
        },
      ),
      { numRuns: 1_500 },
    );
  });

  const tools = renderTools(buildRequest('x', { tools: [weather, volume] }));
  const texts = (grammar: string): readonly string[] =>
    Array.from({ length: 60 }, (_, seed) => new GrammarWalk(grammar).write(seededRandom(seed)));

  it.each([
    [false, false],
    [false, true],
    [true, true],
  ])(
    'constrains output to calls that the reader parses, after reasoning: %s, several: %s',
    (startsInReasoning, parallelCalls) => {
      const counts = new Set<number>();
      for (const output of texts(
        buildChannelGrammar(glimmer, { calls: { tools, parallelCalls } }, startsInReasoning),
      )) {
        const parts = read([...(startsInReasoning ? 'Hm.<|eom|>' : ''), ...output], {
          startsInReasoning,
          family: glimmer,
        }).parts.slice(startsInReasoning ? 1 : 0);
        const called = parts.map((part) =>
          part.type === 'tool-call'
            ? [part.name, ...Object.keys(JSON.parse(part.argumentsText) as object)].join()
            : part.type,
        );
        expect(called.filter((one) => one !== 'get_weather,location' && one !== 'set-volume,level')).toEqual([]);
        counts.add(called.length);
      }
      expect(counts.has(0)).toBe(false);
      expect(counts.size > 1).toBe(parallelCalls);
    },
  );

  it('constrains output to JSON that the reader emits as text', () => {
    const json = {
      schema: { type: 'object', properties: { a: { type: 'integer' } }, required: ['a'], additionalProperties: false },
      unsupported: 'refuse',
    } as const;
    for (const output of texts(buildChannelGrammar(glimmer, { json }, true))) {
      expect(read([...'Hm.<|eom|>', ...output], { startsInReasoning: true, family: glimmer }).parts).toEqual([
        reasoning('Hm.'),
        text(expect.stringMatching(/^\{\s*"a"/) as string),
      ]);
    }
  });

  it('constrains output from the header of a message to a tool on', () => {
    for (const rest of texts(channelCallGrammar(glimmer, tools))) {
      const { parts, callStarts } = read([' to=get_weather<|message|>', ...rest], { family: glimmer });
      expect(callStarts).toEqual([' to=get_weather<|message|>']);
      expect(parts).toMatchObject([
        { type: 'tool-call', name: expect.stringMatching(/^(get_weather|set-volume)$/) as string },
      ]);
    }
  });

  it('does not support the grammar of a custom tool', () => {
    const [tool] = renderTools(
      buildRequest('x', {
        tools: [{ kind: 'custom', name: 'sh', format: { type: 'grammar', syntax: 'regex', definition: '[a-z]+' } }],
      }),
    );
    if (tool === undefined) throw new Error('no tool');
    expect(() => channelCallGrammar(glimmer, [tool])).toThrow(
      expect.objectContaining({ code: 'unsupported', param: 'tools.0.format' }),
    );
  });
});

describe('the grammar of a completion in channels', () => {
  const tools = renderTools(buildRequest('x', { tools: [weather, volume] }));
  const texts = (grammar: string, runs = 60): readonly string[] => {
    const walk = new GrammarWalk(grammar);
    return Array.from({ length: runs }, (_, seed) => walk.write(seededRandom(seed)));
  };

  it.each([false, true])('allows one call that the reader parses, after reasoning: %s', (startsInReasoning) => {
    for (const output of texts(
      buildChannelGrammar(harmony, { calls: { tools, parallelCalls: true } }, startsInReasoning),
    )) {
      const { parts } = read([...(startsInReasoning ? 'Hm.<|end|>' : ''), ...output], { startsInReasoning });
      expect(parts.slice(startsInReasoning ? 1 : 0)).toMatchObject([
        { type: 'tool-call', name: expect.stringMatching(/^(get_weather|set-volume)$/) as string },
      ]);
      const called = parts.flatMap((part) =>
        part.type === 'tool-call' ? [[part.name, ...Object.keys(JSON.parse(part.argumentsText) as object)].join()] : [],
      );
      expect(called.filter((one) => one !== 'get_weather,location' && one !== 'set-volume,level')).toEqual([]);
    }
  });

  it('allows JSON that the reader emits as text', () => {
    const json = {
      schema: { type: 'object', properties: { a: { type: 'integer' } }, required: ['a'], additionalProperties: false },
      unsupported: 'refuse',
    } as const;
    for (const output of texts(buildChannelGrammar(harmony, { json }, false))) {
      const { parts } = read([...output]);
      expect(parts).toMatchObject([{ type: 'text' }]);
      expect(parts.map((part) => (part.type === 'text' ? Object.keys(JSON.parse(part.text) as object) : []))).toEqual([
        ['a'],
      ]);
    }
  });

  it.each(['<|channel|>commentary to=functions', `${reasoningText}<|start|>assistant to=functions`])(
    'takes effect where the reader reports: %s',
    (before) => {
      for (const rest of texts(channelCallGrammar(harmony, tools))) {
        const { parts, callStarts } = read([...before, ...rest]);
        expect(callStarts).toEqual([before]);
        expect(parts.at(-1)).toMatchObject({
          type: 'tool-call',
          name: expect.stringMatching(/^(get_weather|set-volume)$/) as string,
        });
      }
    },
  );
});
