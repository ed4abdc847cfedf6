// Model-specific call formats, most of which name their tool outside of JSON: their parsing, their grammars, and
// their rendering in a conversation.
import * as fc from 'fast-check';

import { buildOutputGrammar, callBodyGrammar } from '#src/grammar/output-grammar.js';
import { canEnforce } from '#src/grammar/calls/framed-call-rule.js';
import { SchemaCheck } from '#src/grammar/json/schema-check.js';
import { createOutputReader, type OutputReader } from '#src/parse/output-reader.js';
import { argumentTypes } from '#src/parse/argument-types.js';
import { familyOf, type MarkedFamily } from '#src/parse/output-family.js';
import { PartWriter } from '#src/parse/part-writer.js';
import { headFor, renderTools } from '#src/prompt/render-tools.js';
import { StopSink } from '#src/worker/generation/stop-sink.js';
import type { GenerationEvent, JsonObject, Part, ToolDefinition } from '@org/engine';
import { buildRequest } from '@org/engine/testing';

import { GrammarWalk } from './grammar-walk.js';
import { seededRandom } from './seeded-random.js';

const forms = {
  'qwen-coder': '<tool_call><function=f><parameter=k>',
  seed: '<seed:tool_call><function=f><parameter=k>',
  hunyuan: "{% set t = ':opensource' %}<tool_sep{}>",
  glm: '<tool_call>f<arg_key>k</arg_key><arg_value>',
  minimax: '<minimax:tool_call><invoke name="f"><parameter name="k">',
  'minimax-3': ']<]minimax[>[<tool_call><invoke name="f">',
  'deepseek-3.2': '<｜DSML｜function_calls>',
  'deepseek-3': '<｜tool▁calls▁begin｜><｜tool▁sep｜>```json',
  'deepseek-3.1': '<｜tool▁calls▁begin｜><｜tool▁sep｜>',
  kimi: '<|tool_calls_section_begin|><|tool_call_argument_begin|>',
  'kimi-3': "{{- '<|open|>' + tag -}}<|end_of_msg|>",
  solar: '<|begin|>assistant<|think|><|tool_call:begin|><|tool_call:args|>',
  'mistral-args': '[TOOL_CALLS]f[ARGS]',
  gemma: '<|tool_call>call:f{}<tool_call|>',
  'function-gemma': '<start_function_call>call:f{k:<escape>v<escape>}<end_function_call>',
  gigachat: '<|role_sep|><|function_call|>{"name": "f", "arguments": {}}',
  apriel: 'Here are my reasoning steps: <tool_calls>[{"name": "f", "arguments": {}}]</tool_calls>',
  'lfm2.5': "<|tool_call_start|>[f(k='v')]<|tool_call_end|>",
  apertus: "{%- set a = '<|tools_prefix|>' -%}{%- set b = '<|tools_suffix|>' -%}",
  lfm2: '<|tool_call_start|>[{"name": "f", "arguments": {}}]<|tool_call_end|>',
  command:
    '<|START_THINKING|><|START_ACTION|>[{"tool_call_id": "0", "tool_name": "f", "parameters": {}}]<|END_ACTION|>',
} as const;
type Form = keyof typeof forms;

const schema: JsonObject = {
  type: 'object',
  properties: {
    city: { type: 'string' },
    days: { type: 'integer' },
    exact: { type: 'boolean' },
    list: { type: 'array', items: { type: 'string' } },
    unit: { type: 'string', enum: ['C', 'F'] },
    note: { anyOf: [{ type: 'string' }, { type: 'null' }] },
    where: { $ref: '#/$defs/position' },
  },
  required: ['city'],
  additionalProperties: false,
  $defs: {
    position: { type: 'object', properties: { x: { type: 'number' } }, required: ['x'], additionalProperties: false },
  },
};
const tools: readonly ToolDefinition[] = [
  { kind: 'function', name: 'get_weather', description: 'Weather', inputSchema: schema },
  { kind: 'custom', name: 'sh', description: 'Runs a command', format: { type: 'text' } },
  { kind: 'function', name: 'anything', inputSchema: { type: 'object' } },
];
const renderedTools = renderTools(buildRequest('Hi', { tools }));
const check = new SchemaCheck(schema);

function family(form: Form): MarkedFamily {
  const { family: found } = familyOf(forms[form]);
  if (found.form !== 'marks' || found.name !== form) throw new Error(`${form} is taken for ${found.name}`);
  return found;
}

function read(form: Form, chunks: readonly string[], truncated = false, startsInReasoning = false): readonly Part[] {
  const { reader, events } = reading(form, startsInReasoning);
  for (const chunk of chunks) reader.push(chunk);
  reader.finish(truncated);
  return events.flatMap((event) => (event.type === 'part-end' ? [event.part] : []));
}

/** The parts before the end of the text, without the last letters where they may belong to a marker. */
function partsBeforeEnd(form: Form, chunks: readonly string[]): readonly Part[] {
  const { reader, events } = reading(form, false);
  for (const chunk of chunks) reader.push(chunk);
  const last = events
    .flatMap((event) => (event.type === 'part-delta' && event.delta.type === 'text' ? [event.delta.text] : []))
    .join('');
  return [
    ...events.flatMap((event) => (event.type === 'part-end' ? [event.part] : [])),
    ...(last === '' ? [] : [text(last)]),
  ];
}

function reading(
  form: Form,
  startsInReasoning: boolean,
): { readonly reader: OutputReader; readonly events: GenerationEvent[] } {
  const events: GenerationEvent[] = [];
  const writer = new PartWriter((event) => events.push(event));
  const options = {
    startsInReasoning,
    continues: false,
    tools: true,
    callsEndReasoning: true,
    bareCalls: renderedTools.map((tool) => tool.name),
    headOf: (name: string) => headFor(renderedTools, name),
    typesOf: (name: string, ...path: readonly string[]) =>
      argumentTypes(renderedTools.find((tool) => tool.name === name)?.schema ?? {}, ...path),
  };
  return {
    reader: createOutputReader(family(form), options, writer, new StopSink([], (content) => writer.text(content))),
    events,
  };
}

const text = (value: string): Part => ({ type: 'text', text: value });
const reasoning = (value: string): Part => ({ type: 'reasoning', text: value });
const call = (name: string, argumentsText: string): Part => ({
  type: 'tool-call',
  callId: '',
  name,
  kind: 'function',
  argumentsText,
});
const weather = (argumentsText: string): Part => call('get_weather', argumentsText);

/** Tags in the MiniMax M3 format, with its marker before each. */
const tagged = (written: string): string => written.replaceAll('<', ']<]minimax[>[<');
const invoked = (name: string, inner: string): string =>
  `<tool_call>\n<invoke name="${name}">${inner}</invoke>\n</tool_call>`;

const qwen = (inner: string, name = 'get_weather'): string =>
  `<tool_call>\n<function=${name}>\n${inner}</function>\n</tool_call>`;
const parameter = (key: string, value: string): string => `<parameter=${key}>\n${value}\n</parameter>\n`;

describe('calls in the form of a model', () => {
  it.each<[string, Form, string, readonly Part[]]>([
    [
      'as functions and parameters',
      'qwen-coder',
      `Let me see.\n\n${qwen(parameter('city', 'Oslo') + parameter('days', '3'))}`,
      [text('Let me see.'), weather('{"city": "Oslo", "days": 3}')],
    ],
    [
      'several of them',
      'qwen-coder',
      `${qwen(parameter('city', 'Oslo'))}\n${qwen('', 'anything')}`,
      [weather('{"city": "Oslo"}'), call('anything', '{}')],
    ],
    ['with texts that look like numbers', 'qwen-coder', qwen(parameter('city', '0123')), [weather('{"city": "0123"}')]],
    [
      'with texts of several lines, of which the outer breaks are none',
      'qwen-coder',
      qwen(parameter('city', '\na "b"\n  \\c\n')),
      [weather('{"city": "\\na \\"b\\"\\n  \\\\c\\n"}')],
    ],
    [
      'with values by their type',
      'qwen-coder',
      qwen(
        parameter('exact', 'True') +
          parameter('list', '["1", "a"]') +
          parameter('where', '{"x": 1.50}') +
          parameter('unit', 'C'),
      ),
      [weather('{"exact": true, "list": ["1", "a"], "where": {"x": 1.50}, "unit": "C"}')],
    ],
    [
      'with a text or nothing',
      'qwen-coder',
      qwen(parameter('note', 'null')) + qwen(parameter('note', '5')),
      [weather('{"note": null}'), weather('{"note": "5"}')],
    ],
    [
      'with what is not of its type as a text',
      'qwen-coder',
      qwen(parameter('days', 'three')),
      [weather('{"days": "three"}')],
    ],
    [
      'without the end of the function',
      'qwen-coder',
      '<tool_call>\n<function=get_weather>\n<parameter=city>\nOslo\n</parameter>\n</tool_call>',
      [weather('{"city": "Oslo"}')],
    ],
    [
      'with free text',
      'qwen-coder',
      qwen(parameter('input', 'ls "a"\n'), 'sh'),
      [{ type: 'tool-call', callId: '', name: 'sh', kind: 'custom', argumentsText: 'ls "a"\n' }],
    ],
    [
      'of a tool that was not offered',
      'qwen-coder',
      qwen(parameter('a', '1') + parameter('b', 'x'), 'other'),
      [call('other', '{"a": 1, "b": "x"}')],
    ],
    ['followed by text', 'qwen-coder', `${qwen('')} Done.`, [weather('{}'), text('Done.')]],
    [
      'as functions and parameters on one line',
      'seed',
      '<seed:tool_call>\n<function=get_weather>\n<parameter=city>Oslo</parameter>\n<parameter=days>3</parameter>\n</function>\n</seed:tool_call>',
      [weather('{"city": "Oslo", "days": 3}')],
    ],
    [
      'as pairs in marks with a suffix',
      'hunyuan',
      '<tool_calls:opensource>\n<tool_call:opensource>get_weather<tool_sep:opensource>\n<arg_key:opensource>city</arg_key:opensource>\n<arg_value:opensource>Oslo</arg_value:opensource>\n</tool_call:opensource>\n<tool_call:opensource>anything<tool_sep:opensource>\n</tool_call:opensource>\n</tool_calls:opensource>',
      [weather('{"city": "Oslo"}'), call('anything', '{}')],
    ],
    [
      'as pairs',
      'glm',
      '<tool_call>get_weather\n<arg_key>city</arg_key>\n<arg_value>Oslo</arg_value>\n<arg_key>days</arg_key>\n<arg_value>3</arg_value>\n</tool_call>',
      [weather('{"city": "Oslo", "days": 3}')],
    ],
    [
      'as pairs without breaks',
      'glm',
      '<tool_call>get_weather<arg_key>city</arg_key><arg_value> Oslo\n</arg_value></tool_call><tool_call>anything</tool_call>',
      [weather('{"city": " Oslo\\n"}'), call('anything', '{}')],
    ],
    [
      'as elements',
      'minimax',
      '<minimax:tool_call>\n<invoke name="get_weather">\n<parameter name="city">Oslo</parameter>\n</invoke>\n<invoke name="anything">\n</invoke>\n</minimax:tool_call>',
      [weather('{"city": "Oslo"}'), call('anything', '{}')],
    ],
    [
      'as elements named after arguments',
      'minimax-3',
      tagged(
        `Hm.${invoked('get_weather', '<city>a "b"\n</city><days>3</days><list><item>1</item><item>b</item></list><where><x>-1.50</x></where><note>null</note>')}`,
      ),
      [
        text('Hm.'),
        weather('{"city": "a \\"b\\"\\n", "days": 3, "list": ["1", "b"], "where": {"x": -1.50}, "note": null}'),
      ],
    ],
    [
      'as elements of nothing',
      'minimax-3',
      tagged(invoked('get_weather', '<city></city><list></list>') + invoked('anything', '')),
      [weather('{"city": "", "list": []}'), call('anything', '{}')],
    ],
    [
      'as elements of a tool that was not offered',
      'minimax-3',
      tagged(invoked('other', '\n<none>x</none>\n<a>\n<item><b>1</b></item>\n<item>2</item>\n</a>\n<c>["d"]</c>\n')),
      [call('other', '{"none": "x", "a": [{"b": 1}, 2], "c": ["d"]}')],
    ],
    [
      'as elements as far as they go',
      'minimax-3',
      tagged('<tool_call>\n<invoke name="anything"><a><b>1</b>').concat(' and so on'),
      [call('anything', '{"a": {"b": 1}}'), text('and so on')],
    ],
    [
      'as elements that say what they hold',
      'deepseek-3.2',
      '<｜DSML｜function_calls>\n<｜DSML｜invoke name="anything">\n<｜DSML｜parameter name="a" string="true">1</｜DSML｜parameter>\n<｜DSML｜parameter name="b" string="false">1</｜DSML｜parameter>\n</｜DSML｜invoke>\n</｜DSML｜function_calls>',
      [call('anything', '{"a": "1", "b": 1}')],
    ],
    [
      'before JSON in a fence',
      'deepseek-3',
      '<｜tool▁calls▁begin｜><｜tool▁call▁begin｜>function<｜tool▁sep｜>get_weather\n```json\n{"city":"Oslo"}\n```<｜tool▁call▁end｜>\n<｜tool▁call▁begin｜>function<｜tool▁sep｜>anything\n```json\n{}\n```<｜tool▁call▁end｜><｜tool▁calls▁end｜>',
      [weather('{"city":"Oslo"}'), call('anything', '{}')],
    ],
    [
      'before JSON',
      'deepseek-3.1',
      '<｜tool▁calls▁begin｜><｜tool▁call▁begin｜>get_weather<｜tool▁sep｜>{"city": "Oslo"}<｜tool▁call▁end｜><｜tool▁calls▁end｜>',
      [weather('{"city": "Oslo"}')],
    ],
    [
      'with an id after the name',
      'kimi',
      '<|tool_calls_section_begin|><|tool_call_begin|>functions.get_weather:0<|tool_call_argument_begin|>{"city": "Oslo"}<|tool_call_end|><|tool_call_begin|>functions.anything:1<|tool_call_argument_begin|>{}<|tool_call_end|><|tool_calls_section_end|>',
      [weather('{"city": "Oslo"}'), call('anything', '{}')],
    ],
    [
      'in sections',
      'kimi-3',
      '<|open|>think<|sep|>Hm.<|close|>think<|sep|><|open|>response<|sep|>So:<|close|>response<|sep|><|open|>tools<|sep|><|open|>call tool="get_weather" index="1"<|sep|><|open|>argument key="city" type="string"<|sep|>a <|open|> "b"<|close|>argument<|sep|><|open|>argument key="days" type="number"<|sep|>3<|close|>argument<|sep|><|close|>call<|sep|><|open|>call tool="anything" index="2"<|sep|><|open|>argument key="a" type="string"<|sep|>1<|close|>argument<|sep|><|open|>argument key="b" type="null"<|sep|>null<|close|>argument<|sep|><|close|>call<|sep|><|close|>tools<|sep|><|close|>message<|sep|>',
      [
        reasoning('Hm.'),
        text('So:'),
        weather('{"city": "a <|open|> \\"b\\"", "days": 3}'),
        call('anything', '{"a": "1", "b": null}'),
      ],
    ],
    [
      'in sections, of which only the text is emitted',
      'kimi-3',
      '<|open|>response<|sep|> Hello <|close|> you!\n<|close|>response<|sep|><|close|>message<|sep|>',
      [text('Hello <|close|> you!')],
    ],
    [
      'after ids',
      'solar',
      '<|think|>Hm.<|end|><|begin|>assistant<|content|>So:<|end|><|begin|>assistant<|tool_calls|><|tool_call:begin|>a1b2c3d4e5<|tool_call:name|>get_weather<|tool_call:args|>{"city": "Oslo"}<|tool_call:end|><|tool_call:begin|>a1b2c3d4e6<|tool_call:name|>anything<|tool_call:args|>{}<|tool_call:end|><|calls|>',
      [reasoning('Hm.'), text('So:'), weather('{"city": "Oslo"}'), call('anything', '{}')],
    ],
    [
      'in sections of thoughts again',
      'solar',
      '<|content|>So:<|end|><|begin|>assistant<|think|>Hm.<|end|><|begin|>assistant<|content|>Yes.<|end|>',
      [text('So:'), reasoning('Hm.'), text('Yes.')],
    ],
    [
      'after a special token each',
      'mistral-args',
      'Hm.[TOOL_CALLS]get_weather[ARGS]{"city": "Oslo"}[TOOL_CALLS]anything[CALL_ID]abcdefghi[ARGS]{}',
      [text('Hm.'), weather('{"city": "Oslo"}'), call('anything', '{}')],
    ],
    [
      'as bare objects',
      'gemma',
      '<|tool_call>call:get_weather{city:<|"|>a "b", {c}\n<|"|>,days:3,exact:true,list:[<|"|>1<|"|>,<|"|><|"|>],where:{x:-1.50}}<tool_call|><|tool_call>call:anything{a:null,b:[],c:[{<|"|>d e<|"|>:word}]}<tool_call|>',
      [
        weather('{"city": "a \\"b\\", {c}\\n", "days": 3, "exact": true, "list": ["1", ""], "where": {"x": -1.50}}'),
        call('anything', '{"a": null, "b": [], "c": [{"d e": "word"}]}'),
      ],
    ],
    [
      'as bare objects without members',
      'gemma',
      'Hm. <|tool_call>call:anything{}<tool_call|>',
      [text('Hm.'), call('anything', '{}')],
    ],
    [
      'as bare objects between other marks',
      'function-gemma',
      '<start_function_call>call:get_weather{city:<escape>Oslo<escape>,days:3}<end_function_call><start_function_call>call:anything{}<end_function_call>',
      [weather('{"city": "Oslo", "days": 3}'), call('anything', '{}')],
    ],
    [
      'in JSON after a special token',
      'gigachat',
      'Hm.<|function_call|>{"name": "get_weather", "arguments": {"city": "Oslo"}}',
      [text('Hm.'), weather('{"city": "Oslo"}')],
    ],
    [
      'in a list with ids',
      'apriel',
      'Here are my reasoning steps:\nHm.\n[BEGIN FINAL RESPONSE]\nSo:\n<tool_calls>[{"name": "get_weather", "arguments": {"city": "Oslo"}, "id": "1"}, {"name": "anything", "arguments": {}, "id": "2"}]</tool_calls>',
      [reasoning('Hm.'), text('So:'), weather('{"city": "Oslo"}'), call('anything', '{}')],
    ],
    [
      'in Python',
      'lfm2.5',
      `So:\n<|tool_call_start|>[get_weather(city='Oslo', days=3, exact=True, list=["1", 'a'], unit="C", note=None, where={"x": -1.50}), anything()]<|tool_call_end|>`,
      [
        text('So:'),
        weather(
          '{"city": "Oslo", "days": 3, "exact": true, "list": ["1", "a"], "unit": "C", "note": null, "where": {"x": -1.50}}',
        ),
        call('anything', '{}'),
      ],
    ],
    [
      'in Python, with signs of Python in texts',
      'lfm2.5',
      String.raw`<|tool_call_start|>[get_weather(city='a, b=(c]"} \'d\' \\ \n\x41\u00e9\ud83d\ude00\q\/')]<|tool_call_end|>`,
      [weather(String.raw`{"city": "a, b=(c]\"} 'd' \\ \n\u0041\u00e9\ud83d\ude00\\q/"}`)],
    ],
    [
      'in Python, with texts of several lines',
      'lfm2.5',
      `<|tool_call_start|>[get_weather(city="""a "b"\nc""", list=['''''' , ""])]<|tool_call_end|>`,
      [weather(String.raw`{"city": "a \"b\"\nc", "list": ["", ""]}`)],
    ],
    [
      'in Python, with constants of JSON and lists in any brackets',
      'lfm2.5',
      '<|tool_call_start|>[anything( a = true , b = null, c = (1, [2], {"d": false}), )]<|tool_call_end|> Done.',
      [call('anything', '{"a": true, "b": null, "c": [1, [2], {"d": false}]}'), text('Done.')],
    ],
    [
      'in Python, with free text',
      'lfm2.5',
      String.raw`<|tool_call_start|>[sh(input='ls "a"\n')]<|tool_call_end|>`,
      [{ type: 'tool-call', callId: '', name: 'sh', kind: 'custom', argumentsText: 'ls "a"\n' }],
    ],
    [
      'but not in Python where no call is one',
      'lfm2.5',
      'The mark <|tool_call_start|> [I think (so)].',
      [text('The mark <|tool_call_start|> [I think (so)].')],
    ],
    [
      'in Python as far as they go',
      'lfm2.5',
      `<|tool_call_start|>[get_weather(city='Oslo', 3, "a")]<|tool_call_end|>`,
      [weather('{"city": "Oslo"'), text('3, "a")]<|tool_call_end|>')],
    ],
    [
      'as objects under their names',
      'apertus',
      'So: <|tools_prefix|>[{"get_weather": {"city": "Oslo"}}, {"anything": {}}]<|tools_suffix|>',
      [text('So:'), weather('{"city": "Oslo"}'), call('anything', '{}')],
    ],
    [
      'in JSON under names of their own',
      'command',
      '<|START_THINKING|>Hm.<|END_THINKING|><|START_ACTION|>[\n    {"tool_call_id": "0", "tool_name": "get_weather", "parameters": {"city": "Oslo"}},\n    {"tool_call_id": "1", "tool_name": "anything", "parameters": {}}\n]<|END_ACTION|>',
      [reasoning('Hm.'), weather('{"city": "Oslo"}'), call('anything', '{}')],
    ],
    [
      'but not in JSON under other names',
      'command',
      '<|START_ACTION|>[{"name": "get_weather", "parameters": {}}]<|END_ACTION|>',
      [text('<|START_ACTION|>[{"name": "get_weather", "parameters": {}}]<|END_ACTION|>')],
    ],
    [
      'but not where the mark is a word',
      'qwen-coder',
      'The mark <tool_call> opens one.',
      [text('The mark <tool_call> opens one.')],
    ],
    [
      'after a marker that is a word',
      'qwen-coder',
      `The mark <tool_call> opens one:\n${qwen('')}`,
      [text('The mark <tool_call> opens one:'), weather('{}')],
    ],
    [
      'but not where a sentence follows the mark',
      'glm',
      'The mark <tool_call> opens one, and so on.',
      [text('The mark <tool_call> opens one, and so on.')],
    ],
  ])('are read %s', (_sentence, form, written, parts) => {
    expect(read(form, [written])).toEqual(parts);
    expect(read(form, [...written])).toEqual(parts);
  });

  it.each<[string, string, readonly Part[]]>([
    ['ends it', `Hm.\n${qwen(parameter('city', 'Oslo'))}`, [reasoning('Hm.'), weather('{"city": "Oslo"}')]],
    [
      'ends it, though its mark follows',
      `Hm.\n${qwen('')}\n</think>\n\nDone.`,
      [reasoning('Hm.'), weather('{}'), text('Done.')],
    ],
    [
      'is none where the mark is a word',
      'I could write <tool_call> here.\n</think>\n\nYes.',
      [reasoning('I could write <tool_call> here.'), text('Yes.')],
    ],
    ['is none where nothing follows the mark', 'I could write <tool_call>', [reasoning('I could write <tool_call>')]],
    [
      'ends it once',
      `Hm.\n${qwen('')}\n${qwen(parameter('city', 'Oslo'))}`,
      [reasoning('Hm.'), weather('{}'), weather('{"city": "Oslo"}')],
    ],
  ])('in the middle of reasoning %s', (_, written, parts) => {
    expect(read('qwen-coder', [written], false, true)).toEqual(parts);
    expect(read('qwen-coder', [...written], false, true)).toEqual(parts);
  });

  it.each<[string, string, readonly Part[]]>([
    [
      'are ended by a call',
      'Hm.<|open|>tools<|sep|><|open|>call tool="anything" index="1"<|sep|><|close|>call<|sep|><|close|>tools<|sep|>',
      [reasoning('Hm.'), call('anything', '{}')],
    ],
    [
      'are ended by the text',
      'Hm.<|open|>response<|sep|>Yes.<|close|>response<|sep|>',
      [reasoning('Hm.'), text('Yes.')],
    ],
  ])('are parsed in a reasoning section %s', (_, written, parts) => {
    expect(read('kimi-3', [written], false, true)).toEqual(parts);
    expect(read('kimi-3', [...written], false, true)).toEqual(parts);
  });

  it.each<[Form, string, string]>([
    ['qwen-coder', '<tool_call>\n<function=get_weather>\n<parameter=city>\nOs', '{"city": "Os'],
    [
      'qwen-coder',
      '<tool_call>\n<function=get_weather>\n<parameter=city>\nOslo\n</parameter>\n<parameter=days>\n1',
      '{"city": "Oslo", "days":',
    ],
    [
      'minimax-3',
      tagged('<tool_call>\n<invoke name="get_weather"><city>Oslo</city><where><x>1'),
      '{"city": "Oslo", "where": {"x":',
    ],
    ['mistral-args', '[TOOL_CALLS]get_weather[ARGS]{"city": "Os', '{"city": "Os'],
    ['lfm2.5', "<|tool_call_start|>[get_weather(city='Os", '{"city": "Os'],
    ['lfm2.5', "<|tool_call_start|>[get_weather(city='Oslo', days=1", '{"city": "Oslo", "days":'],
  ])('are not completed where the limit truncated them: %s %j', (form, written, argumentsText) => {
    expect(read(form, [...written], true)).toEqual([weather(argumentsText)]);
  });

  it.each<[string, Form, string, readonly Part[]]>([
    ['a name', 'glm', '<tool_call>', []],
    ['a name of one in Python', 'lfm2.5', '<|tool_call_start|>[', []],
    ['an id before the name', 'solar', '<|tool_calls|><|tool_call:begin|>', []],
    ['an id', 'kimi', '<|tool_calls_section_begin|><|tool_call_begin|>functions.f:', []],
    [
      'the name of an argument',
      'qwen-coder',
      '<tool_call>\n<function=get_weather>\n<parameter=city>\nOslo\n</parameter>\n<parameter=',
      [weather('{"city": "Oslo"}')],
    ],
    [
      'what an argument is',
      'deepseek-3.2',
      '<｜DSML｜function_calls>\n<｜DSML｜invoke name="anything">\n<｜DSML｜parameter name="a"',
      [call('anything', '{}')],
    ],
  ])('are text where %s never ends, and are emitted before the end: %s', (_, form, start, parts) => {
    const written = `${start}${'a'.repeat(5_000)}`;
    const chunks = Array.from({ length: Math.ceil(written.length / 7) }, (_chunk, index) =>
      written.slice(index * 7, index * 7 + 7),
    );
    const content = parts.length === 0 ? [text(written)] : [...parts, text('a'.repeat(5_000))];
    expect([read(form, [written]), read(form, chunks)]).toEqual([content, content]);
    expect(partsBeforeEnd(form, chunks)).toEqual(content);
  });

  it.each(Object.keys(forms) as Form[])('of %s yield the same parts for every chunking without losing text', (form) => {
    const body = new GrammarWalk(
      buildOutputGrammar(family(form), { calls: { tools: renderedTools, parallelCalls: true } }, false),
    );
    fc.assert(
      fc.property(
        fc.nat(),
        fc.array(fc.nat({ max: 400 }), { maxLength: 8 }),
        fc.nat({ max: 400 }),
        (seed, positions, length) => {
          const written = `So: ${body.write(seededRandom(seed))}`.slice(0, length);
          const at = [...new Set(positions.map((position) => Math.min(position, written.length)))].toSorted(
            (a, b) => a - b,
          );
          const chunks = [...at, written.length].map((end, index) =>
            written.slice(index === 0 ? 0 : at[index - 1], end),
          );
          expect(read(form, chunks)).toEqual(read(form, [written]));
        },
      ),
      { numRuns: 100 },
    );
  });
});

describe('text that looks like a Python call', () => {
  const snippet = fc.constantFrom(
    '[',
    ']',
    '(',
    ')',
    '{',
    '}',
    '=',
    ',',
    ':',
    "'",
    '"',
    "'''",
    '\\',
    '\\x4',
    '1',
    ' ',
    'a',
    'city',
    'get_weather(',
    'None',
    '\n',
    '<|tool_call_end|>',
    ']<|tool_call_end|>',
    '<|tool_call_start|>[',
  );

  it('yields the same parts for every chunking, and text where no call starts', () => {
    fc.assert(
      fc.property(
        fc.array(snippet, { maxLength: 16 }),
        fc.array(fc.nat({ max: 80 }), { maxLength: 6 }),
        (chunks, positions) => {
          const written = `<|tool_call_start|>[${chunks.join('')}`;
          const at = [...new Set(positions.map((position) => Math.min(position, written.length)))].toSorted(
            (a, b) => a - b,
          );
          const parts = read('lfm2.5', [written]);
          expect(
            read(
              'lfm2.5',
              [...at, written.length].map((end, index) => written.slice(index === 0 ? 0 : at[index - 1], end)),
            ),
          ).toEqual(parts);
          const content = parts.every((part) => part.type === 'text') ? parts : [text(written)];
          expect(content).toEqual([text(written)]);
        },
      ),
      { numRuns: 2_000 },
    );
  });
});

describe('the grammar of such calls', () => {
  it.each<Form>(['gemma', 'function-gemma'])(
    'of %s lets through the names and types of members, in any order',
    (form) => {
      const { call: format } = family(form);
      const body = new GrammarWalk(callBodyGrammar(format, renderedTools, true));
      expect(body.endless()).toEqual([]);
      const parts = Array.from({ length: 100 }, (_, seed) =>
        read(form, [format.open + body.write(seededRandom(seed))]),
      ).flat();
      expect(parts.filter((part) => part.type !== 'tool-call')).toEqual([]);
      const loose = new SchemaCheck({
        type: 'object',
        properties: {
          city: { type: 'string' },
          days: { type: 'integer' },
          exact: { type: 'boolean' },
          unit: { enum: ['C', 'F'] },
          where: { type: 'object' },
        },
      });
      const given = parts.flatMap((part) =>
        part.type === 'tool-call' && part.name === 'get_weather' ? [part.argumentsText] : [],
      );
      expect(given.length).toBeGreaterThan(10);
      expect(given.filter((one) => loose.fault(one) !== undefined)).toEqual([]);
    },
  );

  it.each(Object.keys(forms).filter((form) => !form.endsWith('gemma')) as Form[])(
    'of %s accepts only calls of the offered tools with valid arguments',
    (form) => {
      const { call: format } = family(form);
      const strict = renderedTools.filter((tool) => tool.name === 'get_weather');
      const body = new GrammarWalk(callBodyGrammar(format, strict, true));
      expect(body.endless()).toEqual([]);
      const written = Array.from({ length: 100 }, (_, seed) =>
        read(form, [format.open + body.write(seededRandom(seed))]),
      );
      expect(
        written.filter(
          (parts) =>
            parts.length === 0 || parts.some((part) => part.type !== 'tool-call' || part.name !== 'get_weather'),
        ),
      ).toEqual([]);
      const given = written.flat().map((part) => (part.type === 'tool-call' ? part.argumentsText : ''));
      expect(given.filter((one) => check.fault(one) !== undefined)).toEqual([]);
    },
  );

  it.each<[string, JsonObject, boolean]>([
    ['texts', { city: { type: 'string', description: 'A city' } }, true],
    [
      'a text or nothing',
      { city: { type: ['string', 'null'] }, note: { anyOf: [{ type: 'string' }, { type: 'null' }] } },
      true,
    ],
    ['one of some texts', { unit: { type: 'string', enum: ['C', 'F'] } }, true],
    [
      'whatever is no text',
      {
        n: { type: 'integer', minimum: 3 },
        o: { type: 'object', properties: { p: { type: 'string', pattern: '^a$' } } },
      },
      true,
    ],
    ['texts of a pattern', { city: { type: 'string', pattern: '^[A-Z]' } }, false],
    ['texts of a length', { city: { type: 'string', maxLength: 3 } }, false],
    ['a text or a number', { city: { type: ['string', 'number'] } }, false],
    ['anything', { city: {} }, false],
  ])('between markers can guarantee %s: %#', (_, properties, isEnforced) => {
    const inputSchema = { type: 'object', properties, required: Object.keys(properties), additionalProperties: false };
    const [strict] = renderTools(
      buildRequest('Hi', { tools: [{ kind: 'function', name: 'f', inputSchema, strict: true }] }),
    );
    if (strict === undefined) throw new Error('no tool');
    const free = { ...strict, strict: false };
    expect([
      canEnforce(family('qwen-coder').call, strict, false),
      canEnforce(family('qwen-coder').call, free, true),
      canEnforce(family('qwen-coder').call, free, false),
    ]).toEqual([isEnforced, isEnforced, true]);
    expect([
      canEnforce(family('minimax-3').call, strict, false),
      canEnforce(family('minimax-3').call, free, false),
    ]).toEqual([isEnforced && !('o' in properties), true]);
    expect([
      canEnforce(family('lfm2.5').call, strict, false),
      canEnforce(family('lfm2.5').call, free, true),
      canEnforce(family('command').call, strict, true),
    ]).toEqual([true, true, true]);
    expect([
      canEnforce(family('mistral-args').call, strict, true),
      canEnforce(family('gemma').call, strict, false),
      canEnforce(family('gemma').call, free, true),
    ]).toEqual([true, false, false]);
  });
});
