import * as fc from 'fast-check';

import { assignCallIds } from '#src/call-id-giver.js';
import { OutputParser } from '#src/parse/output-parser.js';
import { hermes, familyOf, type MarkedFamily } from '#src/parse/output-family.js';
import { PartWriter } from '#src/parse/part-writer.js';
import { StopSink } from '#src/worker/generation/stop-sink.js';
import type { GenerationEvent, Part } from '@org/engine';
import { checkGrammar, countingIds } from '@org/engine/testing';

interface Reading {
  readonly family?: MarkedFamily;
  readonly startsInReasoning?: boolean;
  readonly tools?: boolean;
  readonly stops?: readonly string[];
  /** Whether the limit ended the completion, and not the model. */
  readonly truncated?: boolean;
  readonly bareCalls?: readonly string[];
}

function read(
  chunks: readonly string[],
  {
    family = hermes,
    startsInReasoning = false,
    tools = true,
    stops = [],
    truncated = false,
    bareCalls = ['f', 'g', 'custom_sh'],
  }: Reading = {},
): { readonly parts: readonly Part[]; readonly events: readonly GenerationEvent[]; readonly stop: string | undefined } {
  const events: GenerationEvent[] = [];
  const writer = new PartWriter((event) => events.push(event));
  const scanner = new StopSink(stops, (text) => writer.text(text));
  const headOf = (name: string) => ({
    name,
    kind: name.startsWith('custom') ? ('custom' as const) : ('function' as const),
  });
  const parser = new OutputParser(
    {
      family,
      startsInReasoning,
      continues: false,
      tools,
      callsEndReasoning: false,
      bareCalls,
      headOf,
      typesOf: () => new Set(),
    },
    writer,
    scanner,
  );
  for (const chunk of chunks) parser.push(chunk);
  parser.finish(truncated);
  return {
    parts: events.flatMap((event) => (event.type === 'part-end' ? [event.part] : [])),
    events,
    stop: scanner.hit,
  };
}

function marked(template: string): MarkedFamily {
  const { family } = familyOf(template);
  if (family.form !== 'marks') throw new Error('This family writes in channels.');
  return family;
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

describe('the output of a model', () => {
  it.each<[string, string, readonly Part[], Reading?]>([
    ['is text where nothing is marked', 'Hello!\n', [text('Hello!\n')]],
    ['is nothing where nothing was written', '', []],
    [
      'has calls between marks',
      '<tool_call>\n{"name": "f", "arguments": {"a": [1, {"b": "}"}]}}\n</tool_call>',
      [call('f', '{"a": [1, {"b": "}"}]}')],
    ],
    [
      'preserves arguments as they were written',
      '<tool_call>{"name":"f","arguments":{ "x" : 1.0,"y":12345678901234567890 }}</tool_call>',
      [call('f', '{ "x" : 1.0,"y":12345678901234567890 }')],
    ],
    [
      'may begin with the end of thoughts that it did not have',
      '</mm:think>\nHello!',
      [text('Hello!')],
      { family: marked('<mm:think>') },
    ],
    [
      'has no more reasoning after that, and its tags are text',
      '</mm:think><mm:think>Hm.</mm:think>Yes.',
      [text('<mm:think>Hm.</mm:think>Yes.')],
      { family: marked('<mm:think>') },
    ],
    [
      'has the mark in its middle as text',
      'The mark </mm:think> ends thoughts.',
      [text('The mark </mm:think> ends thoughts.')],
      { family: marked('<mm:think>') },
    ],
    [
      'has such a mark as text where the model does not write it so',
      '</think> ends thoughts.',
      [text('</think> ends thoughts.')],
    ],
    [
      'has text before calls, without the space between',
      'Let me see.\n\n<tool_call>\n{"name": "f", "arguments": {}}\n</tool_call>',
      [text('Let me see.'), call('f', '{}')],
    ],
    [
      'has several calls',
      '<tool_call>\n{"name": "f", "arguments": {}}\n</tool_call>\n<tool_call>\n{"name": "g", "arguments": {}}\n</tool_call>',
      [call('f', '{}'), call('g', '{}')],
    ],
    [
      'has text after calls',
      '<tool_call>{"name": "f", "arguments": {}}</tool_call>\nDone.',
      [call('f', '{}'), text('Done.')],
    ],
    [
      'may name the arguments first',
      '<tool_call>{"arguments": {"a": 1}, "name": "f"}</tool_call>',
      [call('f', '{"a": 1}')],
    ],
    ['may call without arguments', '<tool_call>{"name": "f"}</tool_call>', [call('f', '{}')]],
    [
      'may call the arguments parameters',
      '<tool_call>{"name": "f", "parameters": {"a": 1}}</tool_call>',
      [call('f', '{"a": 1}')],
    ],
    [
      'may wrap the arguments in a string',
      '<tool_call>{"name": "f", "arguments": "{\\"a\\": \\"\\u00e9\\"}"}</tool_call>',
      [call('f', '{"a": "é"}')],
    ],
    [
      'may hold the closing mark inside a string',
      '<tool_call>{"name": "f", "arguments": {"a": "</tool_call>"}}</tool_call>',
      [call('f', '{"a": "</tool_call>"}')],
    ],
    [
      'has free text for custom tools',
      '<tool_call>{"name": "custom_sh", "arguments": {"input": "ls \\"a\\"\\n"}}</tool_call>',
      [call('custom_sh', 'ls "a"\n', 'custom')],
    ],
    [
      'emits a similar text that is no call as text',
      'a <tool_call>nothing</tool_call>',
      [text('a <tool_call>nothing</tool_call>')],
    ],
    ['emits an unfinished marker as text', 'a <tool_', [text('a <tool_')]],
    ['emits a call without a name as text', '<tool_call>{"arguments": {}}', [text('<tool_call>{"arguments": {}}')]],
    [
      'emits nothing for a call that was truncated before its name',
      'a\n<tool_call>\n{"name": "get_',
      [text('a')],
      { truncated: true },
    ],
    [
      'does not complete the arguments of a truncated call',
      '<tool_call>{"name": "f", "argu',
      [call('f', '')],
      { truncated: true },
    ],
    ['has no arguments for a call that was not closed', '<tool_call>{"name": "f"', [call('f', '{}')]],
    ['ends a truncated call', '<tool_call>\n{"name": "f", "arguments": {"a": "b', [call('f', '{"a": "b')]],
    [
      'takes marks as text when no tool was offered',
      '<tool_call>{"name": "f", "arguments": {}}</tool_call>',
      [text('<tool_call>{"name": "f", "arguments": {}}</tool_call>')],
      { tools: false },
    ],
    ['has reasoning first', '<think>\nHm.\n</think>\n\nYes.', [reasoning('Hm.'), text('Yes.')]],
    [
      'has reasoning that the prompt opened',
      'Hm.\n</think>\n\nYes.',
      [reasoning('Hm.'), text('Yes.')],
      { startsInReasoning: true },
    ],
    ['may stop in the middle of reasoning', 'Hm. So', [reasoning('Hm. So')], { startsInReasoning: true }],
    ['has no part for empty reasoning', '<think>\n\n</think>\n\nYes.', [text('Yes.')]],
    ['takes a later reasoning mark as text', 'I use <think> marks.', [text('I use <think> marks.')]],
    [
      'has calls after reasoning',
      'Hm.\n</think>\n\n<tool_call>\n{"name": "f", "arguments": {}}\n</tool_call>',
      [reasoning('Hm.'), call('f', '{}')],
      { startsInReasoning: true },
    ],
    ['may be a call without marks', '{"name": "f", "parameters": {"a": {"b": "}"}}}', [call('f', '{"a": {"b": "}"}}')]],
    [
      'may be one in any layout, with its type before',
      '\n{\n  "type": "function",\n  "name": "f",\n  "parameters": {\n    "a": 1\n  }\n}\n',
      [call('f', '{\n    "a": 1\n  }')],
    ],
    [
      'may be one to which the closing mark was not forgotten',
      '{"name": "f", "arguments": {}}\n</tool_call>',
      [call('f', '{}')],
    ],
    [
      'may be several',
      '{"name": "f", "parameters": {}}; {"name": "g", "parameters": {"a": 1}}\n{"name": "f", "parameters": {}}',
      [call('f', '{}'), call('g', '{"a": 1}'), call('f', '{}')],
    ],
    [
      'may be one after reasoning',
      '<think>Hm.</think>\n\n{"name": "f", "parameters": {"a": 1}}',
      [reasoning('Hm.'), call('f', '{"a": 1}')],
    ],
    [
      'may be one with free text',
      '{"name": "custom_sh", "parameters": {"input": "ls \\"a\\""}}',
      [call('custom_sh', 'ls "a"', 'custom')],
    ],
    ['may be one followed by text', '{"name": "f", "parameters": {}} ; done', [call('f', '{}'), text('; done')]],
    ['may be a truncated one', '{"name": "f", "parameters": {"a": "b', [call('f', '{"a": "b')], { truncated: true }],
    ['is text where that breaks off before the arguments', '{"name": "f", "parame', [text('{"name": "f", "parame')]],
    [
      'is text where JSON names a tool that was not offered',
      '{"name": "Anna", "parameters": {"a": 1}}',
      [text('{"name": "Anna", "parameters": {"a": 1}}')],
    ],
    ['is text where JSON names a tool and has no arguments', '{"name": "f"}', [text('{"name": "f"}')]],
    [
      'is text where JSON names a tool and has other content',
      '{"name": "f", "age": 3}',
      [text('{"name": "f", "age": 3}')],
    ],
    [
      'is text where the arguments are none',
      '{"name": "f", "parameters": ["a"]}',
      [text('{"name": "f", "parameters": ["a"]}')],
    ],
    [
      'is text where the key is only similar',
      '{"na me": "f", "parameters": {}}',
      [text('{"na me": "f", "parameters": {}}')],
    ],
    [
      'is text where words stand before the JSON',
      'So: {"name": "f", "parameters": {}}',
      [text('So: {"name": "f", "parameters": {}}')],
    ],
    [
      'is text where a list holds the JSON',
      '[{"name": "f", "parameters": {}}]',
      [text('[{"name": "f", "parameters": {}}]')],
    ],
    [
      'is text in JSON after leading white space',
      `{${' '.repeat(2_000)}"name": "f", "parameters": {}}`,
      [text(`{${' '.repeat(2_000)}"name": "f", "parameters": {}}`)],
    ],
    [
      'is text in JSON where calls need marks',
      '{"name": "f", "parameters": {}}',
      [text('{"name": "f", "parameters": {}}')],
      { bareCalls: [] },
    ],
    [
      'is text in JSON where no tool was offered',
      '{"name": "f", "parameters": {}}',
      [text('{"name": "f", "parameters": {}}')],
      { tools: false },
    ],
    [
      'is text in JSON in a family of other calls',
      '{"name": "f", "parameters": {}}',
      [text('{"name": "f", "parameters": {}}')],
      { family: marked('[TOOL_CALLS]') },
    ],
  ])('%s', (_sentence, written, parts, reading = {}) => {
    expect(read([written], reading).parts).toEqual(parts);
    expect(read([...written], reading).parts).toEqual(parts);
  });

  it('streams the arguments of an unmarked call', () => {
    const { events } = read([...'{"name": "f", "parameters": {"a": "b"}}']);
    expect(events.filter((event) => event.type === 'part-delta').length).toBeGreaterThan(5);
  });

  it.each([
    [
      'free text',
      '<tool_call>{"name": "custom_sh", "arguments": {"input": "echo \\ud83d\\ude00!"}}</tool_call>',
      'echo 😀!',
    ],
    [
      'arguments in a string',
      '<tool_call>{"name": "f", "arguments": "{\\"a\\": \\"\\ud83d\\ude00!\\"}"}</tool_call>',
      '{"a": "😀!"}',
    ],
  ])('gives out no half of a character that is written as escapes in %s', (_, written, expected) => {
    const { parts, events } = read([...written]);
    const deltas = events.flatMap((event) => (event.type === 'part-delta' ? [event.delta.text] : []));
    expect(parts).toMatchObject([{ argumentsText: expected }]);
    expect(deltas.join('')).toBe(expected);
    expect(deltas.filter((delta) => !delta.isWellFormed())).toEqual([]);
  });

  it('parses a list of calls after one marker in other families', () => {
    const mistral = marked('... [TOOL_CALLS] ...');
    expect(mistral.name).toBe('mistral');
    const written = '[TOOL_CALLS] [{"name": "f", "arguments": {"a": 1}}, {"name": "g", "arguments": {}}]';
    expect(read([written], { family: mistral }).parts).toEqual([call('f', '{"a": 1}'), call('g', '{}')]);
    expect(read([`[TOOL_CALLS]${written}`], { family: mistral }).parts).toEqual([
      text('[TOOL_CALLS]'),
      call('f', '{"a": 1}'),
      call('g', '{}'),
    ]);
  });

  const snippet = fc.constantFrom(
    'Hello ',
    ' ',
    '\n',
    'é漢🙂',
    '<',
    '>',
    '<think>',
    '</think>',
    '<tool_call>',
    '</tool_call>',
    '<tool_',
    '{"name": "f", "arguments": ',
    '{"a": "b"}',
    '}',
    '{',
    '"',
    '\\',
    '{"name": "custom_x", "arguments": {"input": "a\\nb"}}',
    '<tool_call>\n{"name": "f", "arguments": {"q": "<x>"}}\n</tool_call>',
    'STOP',
    'ST',
    ',',
    ';',
    '{"name": "g", "parameters": {',
    '{"type": "function", "name": "f", ',
  );
  const written = fc.array(snippet, { maxLength: 14 }).map((chunks) => chunks.join(''));
  const splits = fc.array(fc.nat({ max: 200 }), { maxLength: 12 });

  it('returns the same parts for every chunking', () => {
    fc.assert(
      fc.property(
        written,
        splits,
        fc.boolean(),
        fc.constantFrom<readonly string[]>([], ['STOP', 'T\n', 'lo'], ['STOP', 'TO', 'OP'], ['a', '{"a']),
        (complete, offsets, startsInReasoning, stops) => {
          const at = [...new Set(offsets.map((offset) => Math.min(offset, complete.length)))].toSorted((a, b) => a - b);
          const chunks = [...at, complete.length].map((end, index) =>
            complete.slice(index === 0 ? 0 : at[index - 1], end),
          );
          const truncated = read(chunks, { startsInReasoning, stops });
          const uncut = read([complete], { startsInReasoning, stops });
          expect(truncated.parts).toEqual(uncut.parts);
          expect(truncated.stop).toBe(uncut.stop);
        },
      ),
      { numRuns: 1_500 },
    );
  });

  it('always emits a valid event sequence', () => {
    fc.assert(
      fc.property(written, fc.boolean(), (complete, startsInReasoning) => {
        const { events } = read([...complete], { startsInReasoning });
        const usage = {
          inputTokens: 1,
          outputTokens: 1,
          cachedInputTokens: 0,
          cacheWriteTokens: 0,
          reasoningTokens: 0,
        };
        const stream: readonly GenerationEvent[] = [
          { type: 'generation-start', model: 'm', usage, warnings: [] },
          ...events.map(assignCallIds(countingIds())),
          { type: 'generation-end', finishReason: { unified: 'stop' }, usage },
        ];
        expect(() => checkGrammar(stream)).not.toThrow();
      }),
      { numRuns: 500 },
    );
  });

  it('loses no text where there is neither reasoning nor a call', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), splits, (complete, offsets) => {
        fc.pre(!complete.includes('<t'));
        const at = offsets.map((offset) => Math.min(offset, complete.length)).toSorted((a, b) => a - b);
        const chunks = [...at, complete.length].map((end, index) =>
          complete.slice(index === 0 ? 0 : at[index - 1], end),
        );
        expect(read(chunks).parts).toEqual(complete === '' ? [] : [text(complete)]);
      }),
    );
  });
});

describe('a family', () => {
  it('is detected by the markers in the template', () => {
    expect(familyOf('{{ "<tool_call>" }}')).toMatchObject({ family: { name: 'hermes' }, native: true });
    expect(familyOf('{{ "<|tool_call|>" }}')).toMatchObject({ family: { name: 'granite' }, native: true });
  });

  it.each(['<tool_call><function=f>', '<tool_call><invoke name="f">', 'no tools at all'])(
    'uses the default call format where its own is unsupported: %s',
    (template) => {
      expect(familyOf(template)).toEqual({ family: hermes, native: false });
    },
  );

  it.each([
    ['[TOOL_CALLS]f[ARGS]{} [THINK]', '[THINK]Hm.[/THINK]Yes.'],
    ['<|START_THINKING|><|START_ACTION|>', '<|START_THINKING|>Hm.<|END_THINKING|>Yes.'],
    ["'<think{}>'.format(':opensource')", '<think:opensource>Hm.</think:opensource>Yes.'],
    ["{%- set think_begin = '<seed:think>' -%}", '<seed:think>\nHm.\n</seed:think>Yes.'],
    ["{%- set inner_token = '<|inner_prefix|>' -%}", '<|inner_prefix|>Hm.<|inner_suffix|>Yes.'],
    ['<mm:think>', '<mm:think>Hm.</mm:think>Yes.'],
    ["{{ '<|channel>thought\n' }}", '<|channel>thought\nHm.\n<channel|>Yes.'],
    ['<tool_call> <think>', '<think>\nHm.\n</think>\n\nYes.'],
  ])('reasons between the markers of its template, whatever its call format: %s', (template, written) => {
    expect(read([...written], { family: marked(template) }).parts).toEqual([reasoning('Hm.'), text('Yes.')]);
  });
});
