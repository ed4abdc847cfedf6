// Models whose completions consist of sections for reasoning, text and calls: the ends of their prompts, and the
// grammars of their completions.
import { buildOutputGrammar } from '#src/grammar/output-grammar.js';
import { familyOf, reasoningEnd, type MarkedFamily } from '#src/parse/output-family.js';
import { createPromptWriter, writePromptText } from '#src/prompt/write-prompt.js';
import { renderTools } from '#src/prompt/render-tools.js';
import type { GenerationRequest, Message } from '@org/engine';
import { buildRequest, message } from '@org/engine/testing';

import { weather } from '../demo.js';
import { GrammarWalk } from '../grammar-walk.js';
import { realTemplates } from './real-templates.js';
import { seededRandom } from '../seeded-random.js';

const names = { kimi: 'Kimi-K3', solar: 'upstage-Solar-Open-100B' } as const;
type Name = keyof typeof names;
const templates = realTemplates();

function templateOf(name: Name): string {
  return templates.get(names[name]) ?? '';
}

function familyIn(name: Name): MarkedFamily {
  const { family } = familyOf(templateOf(name));
  if (family.form !== 'marks') throw new Error('no marks');
  return family;
}

/** The end of a prompt, and whether it is within reasoning. */
function end(
  name: Name,
  more: Partial<GenerationRequest> = {},
  messages: readonly Message[] = [message('user', 'Hi')],
): readonly [string, boolean] {
  const writer = createPromptWriter({ template: templateOf(name), bos: '', eos: '', specials: [] });
  const request = buildRequest(messages, more);
  const { segments, startsInReasoning } = writePromptText(writer, { request, messages, tools: renderTools(request) });
  const prompt = segments.join('');
  return [prompt.slice(prompt.lastIndexOf('Hi') + 2), startsInReasoning];
}

const off = { reasoning: { enabled: false } } as const;
const on = { reasoning: { enabled: true } } as const;
const forced = { tools: [weather], toolChoice: { type: 'required' } } as const;
const afterUser: Readonly<Record<Name, string>> = {
  kimi: '<|close|>message<|sep|><|end_of_msg|><|open|>message role="assistant"<|sep|>',
  solar: '<|end|><|begin|>assistant',
};

describe('the prompt of a model with sections', () => {
  it.each<[string, Name, string, boolean, Partial<GenerationRequest>?]>([
    ['opens thoughts where the template does', 'kimi', '<|open|>think<|sep|>', true],
    ['opens the text where there are to be no thoughts', 'kimi', '<|open|>response<|sep|>', false, off],
    ['lets the model choose the first section', 'solar', '', false],
    [
      'has the model think of nothing where there are to be no thoughts',
      'solar',
      '<|think|><|end|><|begin|>assistant',
      false,
      off,
    ],
    [
      'does so once',
      'solar',
      '<|think|><|end|><|begin|>assistant',
      false,
      { reasoning: { enabled: false, effort: 'low' } },
    ],
    ['opens reasoning before a constrained output', 'solar', '<|think|>', true, { ...forced, ...on }],
    ['opens them once', 'kimi', '<|open|>think<|sep|>', true, { ...forced, ...on }],
  ])('%s: %s', (_, name, ending, thinks, more = {}) => {
    expect(end(name, more)).toEqual([afterUser[name] + ending, thinks]);
  });

  it.each<[Name, string, Partial<GenerationRequest>?]>([
    ['kimi', '<|open|>think<|sep|><|close|>think<|sep|><|open|>response<|sep|>'],
    ['kimi', '<|open|>response<|sep|>', off],
    ['solar', '<|content|>'],
    ['solar', '<|think|><|end|><|begin|>assistant<|content|>', off],
  ])('continues an assistant prefill in a text section: %s %s', (name, ending, more = {}) => {
    expect(end(name, more, [message('user', 'Hi'), message('assistant', 'I am')])).toEqual([
      `${afterUser[name]}${ending}I am`,
      false,
    ]);
  });

  it('receives the effort by the name in the template', () => {
    const prompt = (effort: 'low' | 'xhigh'): string => {
      const request = buildRequest('Hi', { reasoning: { enabled: true, effort } });
      return writePromptText(createPromptWriter({ template: templateOf('kimi'), bos: '', eos: '', specials: [] }), {
        request,
        messages: request.messages,
        tools: [],
      }).segments.join('');
    };
    expect([prompt('low'), prompt('xhigh')].map((text) => /thinking_effort=(\w+)/.exec(text)?.[1])).toEqual([
      'low',
      'max',
    ]);
  });
});

describe('a completion in sections', () => {
  const tools = renderTools(buildRequest('x', { tools: [weather] }));
  const texts = (name: Name, afterReasoning: boolean, calls: boolean): readonly string[] => {
    const json = {
      schema: { type: 'object', properties: { a: { type: 'integer' } }, required: ['a'], additionalProperties: false },
      unsupported: 'refuse',
    } as const;
    const grammar = buildOutputGrammar(
      familyIn(name),
      calls ? { calls: { tools, parallelCalls: false } } : { json },
      afterReasoning,
    );
    return Array.from({ length: 40 }, (_, seed) => new GrammarWalk(grammar).write(seededRandom(seed)));
  };
  const startsWith = (written: readonly string[], starts: readonly string[]): readonly string[] =>
    written.filter((text) => !starts.some((start) => text.startsWith(start)));

  it.each<[Name, boolean, readonly string[]]>([
    [
      'kimi',
      true,
      [
        '<|open|>tools<|sep|>',
        '<|open|>response<|sep|><|close|>response<|sep|><|open|>tools<|sep|>',
        '<|close|>response<|sep|><|open|>tools<|sep|>',
      ],
    ],
    ['solar', true, ['<|begin|>assistant<|tool_calls|><|tool_call:begin|>']],
    ['solar', false, ['<|tool_calls|><|tool_call:begin|>']],
  ])('is constrained to calls in their own section: %s, after reasoning: %s', (name, afterReasoning, starts) => {
    expect(startsWith(texts(name, afterReasoning, true), starts)).toEqual([]);
  });

  it.each<[Name, boolean, readonly string[]]>([
    ['kimi', true, ['<|open|>response<|sep|>{', '{']],
    ['solar', true, ['<|begin|>assistant<|content|>{', '<|begin|>assistant{']],
    ['solar', false, ['<|content|>{', '{']],
  ])('is constrained to JSON in a text section: %s, after reasoning: %s', (name, afterReasoning, starts) => {
    expect(startsWith(texts(name, afterReasoning, false), starts)).toEqual([]);
  });

  it('truncates its reasoning with the start of the next section', () => {
    expect([reasoningEnd(familyIn('kimi')), reasoningEnd(familyIn('solar'))]).toEqual([
      '<|close|>think<|sep|>',
      '<|end|><|begin|>assistant',
    ]);
  });
});
