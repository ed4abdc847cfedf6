// Measures a model: node tools/model-training/eval.mjs MODEL.gguf|URL [hand|fresh|generated|long|samples|tokens ...]
//
// hand:      hand.jsonl, prompts as a newcomer would type them, checked by rule.
// fresh:     fresh.jsonl, the same, written before the last training and looked at after it.
// generated: eval.jsonl, held-out prompts of the generator, exact match. Written by `python3 mkeval.py`, as is tokens.jsonl.
// long:      the same skills behind long prompts.
// samples:   a few answers and the speed.
// tokens:    whether this tokeniser and that of the generator agree.
//
// Everything at temperature 0. A file is asked in the plainest way: no grammar, no repair. With the address of a running
// service, such as http://127.0.0.1:8080, `hand`, `fresh` and `generated` go through it, so calls and JSON are held to their schemas;
// the key is read from API_KEY.
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const here = dirname(fileURLToPath(import.meta.url));
const [target, ...modes] = process.argv.slice(2);
if (target === undefined)
  throw new Error(
    'Usage: node tools/model-training/eval.mjs MODEL.gguf|URL [hand|fresh|generated|long|samples|tokens ...]',
  );
const overHttp = target.startsWith('http');
const { ask, count, close } = overHttp
  ? (await import('./ask-service.mjs')).serviceAt(target)
  : await (await import('./ask-file.mjs')).fileAt(target);

const lines = (name) =>
  readFileSync(join(here, name), 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
const user = (content) => ({ role: 'user', content });
const assistant = (content) => ({ role: 'assistant', content });
const same = (a, b) => JSON.stringify(a) === JSON.stringify(b);
/** `wanted` maps each key to its accepted values; null among them means that the key may be absent. */
function matchesMembers(got, wanted) {
  if (typeof got !== 'object' || got === null || Object.keys(got).some((key) => !(key in wanted))) return false;
  return Object.entries(wanted).every(([key, values]) =>
    key in got ? values.some((value) => same(value, got[key])) : values.includes(null),
  );
}

function jsonFits(text, wanted) {
  try {
    return matchesMembers(JSON.parse(text), wanted);
  } catch {
    return false;
  }
}

/** The rules of one hand-written case: expected calls, names, argument keys, JSON members, patterns. */
function passes(rule, { response, calls, text, stopped }) {
  const checks = [
    stopped,
    !rule.nocall || calls.length === 0,
    rule.call === undefined ||
      (calls.length === rule.call.length &&
        rule.call.every(
          ([name, args], index) => calls[index].name === name && matchesMembers(calls[index].arguments, args),
        )),
    rule.name === undefined ||
      same(
        calls.map((call) => call.name),
        rule.name,
      ),
    rule.keys === undefined || (calls.length === 1 && rule.keys.every((key) => key in calls[0].arguments)),
    rule.json === undefined || jsonFits(response, rule.json),
    rule.re === undefined || new RegExp(rule.re, 'is').test(calls.length > 0 ? text : response),
    rule.cs === undefined || new RegExp(rule.cs).test(response),
  ];
  return checks.every(Boolean);
}

/** What a case is about, from the start of its name and from its rule. */
function kindOf(rule) {
  const [start] = rule.id.split('-');
  if (rule.call !== undefined) return 'calls with exact arguments';
  if (start.startsWith('t') && rule.tools !== null)
    return rule.nocall ? (rule.messages.at(-1).role === 'tool' ? 'answers from results' : 'no call') : 'other calls';
  return { j: 'JSON', j2: 'JSON', th: 'thinking' }[start] ?? 'conversation';
}

class Tally {
  #kinds = new Map();

  add(kind, passed) {
    const [right = 0, all = 0] = this.#kinds.get(kind) ?? [];
    this.#kinds.set(kind, [right + passed, all + 1]);
  }

  toString() {
    return [...this.#kinds].map(([kind, [right, all]]) => `${kind} ${right}/${all}`).join(', ');
  }
}

async function byRule(name) {
  const [all, kinds] = [new Tally(), new Tally()];
  for (const rule of lines(`${name}.jsonl`)) {
    const given = await ask(rule);
    const passed = passes(rule, given);
    all.add('all', passed);
    if (!rule.overlap) all.add('without prompts that the generator can also produce', passed);
    all.add('clean stops', given.stopped);
    kinds.add(kindOf(rule), passed);
    console.log(passed ? 'ok  ' : 'MISS', `[${rule.id}]`, JSON.stringify(given.text));
  }
  console.log(`${name}: ${all}\nby kind: ${kinds}`);
}

async function generated() {
  const [all, kinds] = [new Tally(), new Tally()];
  const shown = new Map();
  for (const example of lines('eval.jsonl')) {
    const { response, calls, stopped } = await ask({ ...example, max: 400 });
    const passed =
      stopped &&
      (example.calls.length > 0 ? same(calls, example.calls) : calls.length === 0 && response === example.expect);
    all.add('all', passed);
    all.add('clean stops', stopped);
    kinds.add(example.kind, passed);
    if (passed) continue;
    shown.set(example.kind, (shown.get(example.kind) ?? 0) + 1);
    if (shown.get(example.kind) <= 3)
      console.log(
        '  MISS',
        example.kind,
        JSON.stringify({ last: example.messages.at(-1).content, want: example.expect, got: response, calls }).slice(
          0,
          420,
        ),
      );
  }
  console.log(`generated, exact match: ${all}\nby kind: ${kinds}`);
}

/** Adds distractor tools around those of an example until they fill about `size` tokens. */
function crowd(example, pool, size, turn) {
  const names = new Set(example.tools.map((tool) => tool.name));
  const tools = [...example.tools];
  for (let step = turn * 7; tools.length < 60 && step <= turn * 7 + pool.length; step += 1) {
    const tool = pool[step % pool.length];
    if (!names.has(tool.name)) {
      names.add(tool.name);
      tools.splice((turn + step) % (tools.length + 1), 0, tool);
    }
    if (JSON.stringify(tools).length > size * 2.6) break;
  }
  return tools;
}

/** A name, a long chat about sums, and the question for the name. */
function longMemory(name, turn, size) {
  const messages = [user(`My name is ${name}.`), assistant(`Nice to meet you, ${name}! How can I help you?`)];
  for (let step = 0; JSON.stringify(messages).length < size * 2.4; step += 1) {
    const a = (turn * 5 + step * 3) % 50;
    const b = (step * 7 + turn) % 20;
    messages.push(user(`What is ${a} + ${b}?`), assistant(`${a} + ${b} = ${a + b}`));
  }
  return [...messages, user('What is my name?')];
}

async function long() {
  const calls = lines('eval.jsonl').filter((example) => example.kind === 'tool_call');
  const small = calls.filter((example) => example.messages.length <= 2 && example.tools.length <= 2).slice(0, 24);
  const pool = calls.flatMap((example) => example.tools);
  for (const size of [300, 600, 1000, 1500, 2000]) {
    let called = 0;
    let callTokens = 0;
    for (const [turn, example] of small.entries()) {
      const given = await ask({ messages: example.messages, tools: crowd(example, pool, size, turn) });
      called += same(given.calls, example.calls);
      callTokens += given.promptTokens;
    }
    let remembered = 0;
    let memoryTokens = 0;
    for (let turn = 0; turn < 12; turn += 1) {
      const name = ['Rolf', 'Bela', 'Ines', 'Kimo', 'Tarek', 'Wanda'][turn % 6];
      const given = await ask({ messages: longMemory(name, turn, size) });
      remembered += given.response === `Your name is ${name}.`;
      memoryTokens += given.promptTokens;
    }
    console.log(
      `about ${size}: tool calls ${called}/${small.length} (mean ${Math.round(callTokens / small.length)} tokens), name memory ${remembered}/12 (mean ${Math.round(memoryTokens / 12)} tokens)`,
    );
  }
}

async function samples() {
  const questions = [
    ['Hello', {}],
    ['Who are you?', {}],
    ['Tell me a story about a fox.', { max: 400 }],
    ['Tell me a story about a fox.', { max: 400, temperature: 0.8, seed: 5 }],
    ['Explain black holes to me.', {}],
  ];
  for (const [question, options] of questions)
    console.log(
      question,
      JSON.stringify(options),
      '=>',
      JSON.stringify((await ask({ messages: [user(question)], ...options })).text),
    );
  const started = performance.now();
  const { text } = await ask({ messages: [user('Tell me a long story about a dragon.')], max: 400 });
  console.log(
    'speed, one thread:',
    Math.round((count(text).length / (performance.now() - started)) * 1000),
    'tokens/s',
  );
}

function tokens() {
  const cases = lines('tokens.jsonl');
  const wrong = cases.filter(({ text, ids }) => !same(count(text), ids));
  for (const { text } of wrong.slice(0, 3)) console.log('differs:', JSON.stringify(text.slice(0, 200)));
  console.log(`tokenizer: ${cases.length - wrong.length}/${cases.length} texts have the same tokens`);
}

const parts = { hand: () => byRule('hand'), fresh: () => byRule('fresh'), generated, long, samples, tokens };
for (const mode of modes.length === 0 ? ['hand'] : modes) {
  const part = parts[mode];
  if (part === undefined) throw new Error(`Unknown part "${mode}": choose from ${Object.keys(parts).join(', ')}.`);
  if (overHttp && !['hand', 'fresh', 'generated'].includes(mode))
    throw new Error(`The part "${mode}" looks into a file: give it MODEL.gguf.`);
  await part();
}
await close();
