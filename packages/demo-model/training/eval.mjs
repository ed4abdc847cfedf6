// Measures a model file: node training/eval.mjs MODEL.gguf [hand|generated|long|samples|tokens ...]
//
// hand:      hand.jsonl, prompts as a newcomer would type them, checked by rule.
// generated: eval.jsonl, held-out prompts of the generator, exact match. Written by `python3 mkeval.py`, as is tokens.jsonl.
// long:      the same skills behind long prompts.
// samples:   a few answers and the speed.
// tokens:    whether this tokeniser and that of the generator agree.
//
// Everything at temperature 0, in the plainest way: no grammar, no repair. The service does better with grammars.
import { readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

import { Template } from '@huggingface/jinja';
import { getLlama, LlamaLogLevel } from 'node-llama-cpp';

const here = dirname(fileURLToPath(import.meta.url));
const [file, ...modes] = process.argv.slice(2);
if (file === undefined) throw new Error('Usage: node training/eval.mjs MODEL.gguf [hand|generated|long|samples|tokens ...]');

const llama = await getLlama({ gpu: false, build: 'never', skipDownload: true, maxThreads: 1, logLevel: LlamaLogLevel.error });
const model = await llama.loadModel({ modelPath: resolve(file) });
const context = await model.createContext({ contextSize: Math.max(4096, model.trainContextSize), sequences: 1, threads: 1 });
const sequence = context.getSequence();
const template = new Template(model.fileInfo.metadata.tokenizer.chat_template);
let promptTokens = 0;

async function ask({ messages, tools, think, prefix = '', temperature = 0, seed = 1, max = 220 }) {
  const prompt = template.render({ messages, tools: tools ?? undefined, add_generation_prompt: true, enable_thinking: think === true });
  const input = model.tokenize(prompt + prefix, true);
  promptTokens = input.length;
  await sequence.adaptStateToTokens(input.slice(0, -1), false);
  const output = [];
  for await (const token of sequence.evaluate(input.slice(sequence.nextTokenIndex), { temperature, seed, topP: 0.95 })) {
    output.push(token);
    if (output.length >= max) break;
  }
  return prefix + model.detokenize(output, true) + (output.length >= max ? ' [CUT]' : '');
}

const lines = (name) => readFileSync(join(here, name), 'utf8').trim().split('\n').map((line) => JSON.parse(line));
const user = (content) => ({ role: 'user', content });
const assistant = (content) => ({ role: 'assistant', content });
const same = (a, b) => JSON.stringify(a) === JSON.stringify(b);
const answerOf = (text, think) => (think ? text.split('</think>').at(-1) : text).trimStart();

function callsIn(text) {
  return [...text.matchAll(/<tool_call>\n([\s\S]*?)(?:\n<\/tool_call>|$)/g)].map((match) => {
    try {
      return JSON.parse(match[1]);
    } catch {
      return { name: 'not JSON', arguments: {} };
    }
  });
}

/** `wanted` maps each key to its accepted values; null among them means that the key may be absent. */
function fits(got, wanted) {
  if (typeof got !== 'object' || got === null || Object.keys(got).some((key) => !(key in wanted))) return false;
  return Object.entries(wanted).every(([key, values]) => (key in got ? values.some((value) => same(value, got[key])) : values.includes(null)));
}

function jsonFits(text, wanted) {
  try {
    return fits(JSON.parse(text), wanted);
  } catch {
    return false;
  }
}

/** The rules of one hand-written case: expected calls, names, argument keys, JSON members, patterns. */
function passes(rule, text) {
  const answer = answerOf(text, rule.think);
  const calls = callsIn(text);
  const checks = [
    !text.endsWith('[CUT]'),
    !rule.think || text.includes('</think>'),
    !rule.nocall || calls.length === 0,
    rule.call === undefined || (calls.length === rule.call.length && rule.call.every(([name, args], index) => calls[index].name === name && fits(calls[index].arguments, args))),
    rule.name === undefined || same(calls.map((call) => call.name), rule.name),
    rule.keys === undefined || (calls.length === 1 && rule.keys.every((key) => key in calls[0].arguments)),
    rule.json === undefined || jsonFits(answer, rule.json),
    rule.re === undefined || new RegExp(rule.re, 'i').test(answer),
    rule.cs === undefined || new RegExp(rule.cs).test(answer),
  ];
  return checks.every(Boolean);
}

async function hand() {
  const count = { all: 0, passed: 0, own: 0, ownPassed: 0 };
  for (const rule of lines('hand.jsonl')) {
    const text = await ask(rule);
    const passed = passes(rule, text);
    count.all += 1;
    count.passed += passed;
    if (!rule.overlap) {
      count.own += 1;
      count.ownPassed += passed;
    }
    console.log(passed ? 'ok  ' : 'MISS', `[${rule.id}]`, JSON.stringify(text));
  }
  console.log(`hand-written: ${count.passed}/${count.all}; without the prompts that the generator can also produce: ${count.ownPassed}/${count.own}`);
}

async function generated() {
  const kinds = new Map();
  for (const example of lines('eval.jsonl')) {
    const kind = kinds.get(example.kind) ?? { all: 0, passed: 0 };
    kinds.set(example.kind, kind);
    const text = await ask({ ...example, max: 400 });
    const passed = [example.expect, ...(example.also ?? [])].includes(answerOf(text, example.think));
    kind.all += 1;
    kind.passed += passed;
    if (!passed && kind.all - kind.passed <= 3) {
      console.log('  MISS', example.kind, JSON.stringify({ last: example.messages.at(-1).content, want: example.expect, got: text }).slice(0, 420));
    }
  }
  const total = [...kinds.values()].reduce((sum, kind) => ({ all: sum.all + kind.all, passed: sum.passed + kind.passed }), { all: 0, passed: 0 });
  console.log('generated, exact match:', [...kinds].map(([name, kind]) => `${name} ${kind.passed}/${kind.all}`).join(', '), `| all ${total.passed}/${total.all}`);
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
      const text = await ask({ messages: example.messages, tools: crowd(example, pool, size, turn) });
      called += answerOf(text) === example.expect;
      callTokens += promptTokens;
    }
    let remembered = 0;
    let memoryTokens = 0;
    for (let turn = 0; turn < 12; turn += 1) {
      const name = ['Rolf', 'Bela', 'Ines', 'Kimo', 'Tarek', 'Wanda'][turn % 6];
      remembered += (await ask({ messages: longMemory(name, turn, size) })) === `Your name is ${name}.`;
      memoryTokens += promptTokens;
    }
    console.log(`about ${size}: tool calls ${called}/${small.length} (mean ${Math.round(callTokens / small.length)} tokens), name memory ${remembered}/12 (mean ${Math.round(memoryTokens / 12)} tokens)`);
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
  for (const [question, options] of questions) console.log(question, JSON.stringify(options), '=>', JSON.stringify(await ask({ messages: [user(question)], ...options })));
  const started = performance.now();
  const text = await ask({ messages: [user('Tell me a long story about a dragon.')], max: 400 });
  console.log('speed, one thread:', Math.round((model.tokenize(text).length / (performance.now() - started)) * 1000), 'tokens/s');
}

function tokens() {
  const cases = lines('tokens.jsonl');
  const wrong = cases.filter(({ text, ids }) => !same(model.tokenize(text, true).map(Number), ids));
  for (const { text } of wrong.slice(0, 3)) console.log('differs:', JSON.stringify(text.slice(0, 200)));
  console.log(`tokenizer: ${cases.length - wrong.length}/${cases.length} texts have the same tokens`);
}

const parts = { hand, generated, long, samples, tokens };
for (const mode of modes.length === 0 ? ['hand'] : modes) {
  const part = parts[mode];
  if (part === undefined) throw new Error(`Unknown part "${mode}": choose from ${Object.keys(parts).join(', ')}.`);
  await part();
}
await llama.dispose();
