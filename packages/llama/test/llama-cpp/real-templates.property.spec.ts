// Property tests for the chat templates of real models: no text is lost, and everything is in its position.
import { createPromptWriter, writePromptText } from '#src/prompt/write-prompt.js';
import { renderTools } from '#src/prompt/render-tools.js';
import type { Message, ToolCallPart, ToolDefinition } from '@org/engine';
import { buildRequest, message } from '@org/engine/testing';

import { weather } from '../demo.js';
import { realTemplates } from './real-templates.js';

const templates = realTemplates();
/** Wants more than a conversation: its model is not loaded. */
const unusable = ['fireworks-ai-llama-3-firefunction-v2'];
/**
 * Templates with one field for reasoning and text before calls, which they do not render from before the last user
 * message.
 */
const forgetful = ['openai-gpt-oss-120b'];

/** Templates with one call per message: each result follows its own call. */
const oneByOne = ['GigaChat3.1-10B-A1.8B'];

function assistantMessage(text: string, ...cities: readonly string[]): Message {
  const calls = cities.map((city): ToolCallPart => ({
    type: 'tool-call',
    callId: city,
    name: 'get_weather',
    kind: 'function',
    argumentsText: `{"location": "${city}"}`,
  }));
  return message('assistant', { type: 'text', text: text }, ...calls);
}

function results(...cities: readonly string[]): Message {
  return message(
    'tool',
    ...cities.map(
      (city) =>
        ({
          type: 'tool-result',
          callId: city,
          kind: 'function',
          content: [{ type: 'text', text: `rain in ${city}` }],
        }) as const,
    ),
  );
}

const talk: readonly Message[] = [
  message('system', 'Be brief, please.'),
  message('user', 'Where does it rain?'),
  assistantMessage('I look at two.', 'Oslo', 'Rome'),
  results('Oslo', 'Rome'),
  assistantMessage('In both of them.'),
  message('user', 'And elsewhere?'),
  assistantMessage('I look at one more.', 'Bern'),
  results('Bern'),
];

function written(
  name: string,
  messages: readonly Message[],
  tools: readonly ToolDefinition[],
): { readonly prompt: string; readonly form: string } {
  const writer = createPromptWriter({ template: templates.get(name) ?? '', bos: '<s>', eos: '</s>', specials: [] });
  const request = buildRequest(messages, { tools });
  const { segments, family } = writePromptText(writer, { request, messages, tools: renderTools(request) });
  return { prompt: segments.join(''), form: family.name };
}

/** The native call formats of models with these templates; all others use the default format. */
const forms: Readonly<Record<string, readonly string[]>> = {
  hermes: [
    'Bielik-11B-v3.0-Instruct',
    'MiMo-VL',
    'NousResearch-Hermes-2-Pro-Llama-3-8B-tool_use',
    'NousResearch-Hermes-3-Llama-3.1-8B-tool_use',
    'Qwen-QwQ-32B',
    'Qwen-Qwen2.5-7B-Instruct',
    'Qwen-Qwen3-0.6B',
    'Reka-Edge',
    'ibm-granite-granite-4.0',
    'ibm-granite-granite-4.1',
  ],
  'qwen-coder': ['NVIDIA-Nemotron-3-Nano-30B-A3B-BF16', 'Qwen3-Coder', 'Qwen3.5-4B', 'StepFun3.5-Flash'],
  glm: [
    'GLM-4.6',
    'GLM-4.7-Flash',
    'Spark2.5',
    'inclusionai-ling-3.0-flash',
    'poolside-Laguna-S-2.1',
    'poolside-Laguna-XS-2.1',
    'poolside-Laguna-XS.2',
  ],
  'mistral-args': [
    'Mistral-Small-3.2-24B-Instruct-2506',
    'mistralai-Ministral-3-14B-Reasoning-2512',
    'unsloth-mistral-Devstral-Small-2507',
  ],
  'deepseek-3.2': ['deepseek-ai-DeepSeek-V3.2', 'deepseek-ai-DeepSeek-V4', 'deepseek-ai-DeepSeek-V4-Flash-0731'],
  'lfm2.5': ['LFM2-8B-A1B', 'LFM2.5-8B-A1B', 'LFM2.5-Instruct'],
  gemma: ['google-gemma-4-31B-it', 'google-gemma-4-31B-it-interleaved'],
  command: ['Cohere2MoE', 'CohereForAI-c4ai-command-r7b-12-2024-tool_use'],
  apriel: ['Apriel-1.6-15b-Thinker-fixed', 'unsloth-Apriel-1.5'],
  apertus: ['Apertus-8B-Instruct'],
  'deepseek-3': ['llama-cpp-deepseek-r1'],
  glimmer: ['muse-glimmer'],
  gigachat: ['GigaChat3.1-10B-A1.8B'],
  granite: ['ibm-granite-granite-3.3-2B-Instruct'],
  harmony: ['openai-gpt-oss-120b'],
  hunyuan: ['tencent-Hy3'],
  'kimi-3': ['Kimi-K3'],
  solar: ['upstage-Solar-Open-100B'],
  kimi: ['moonshotai-Kimi-K2'],
  minimax: ['MiniMax-M2'],
  'minimax-3': ['MiniMax-M3'],
  mistral: ['mistralai-Mistral-Nemo-Instruct-2407'],
  nemotron: ['NVIDIA-Nemotron-Nano-v2'],
  seed: ['ByteDance-Seed-OSS'],
};

describe('the templates of real models', () => {
  it('are detected', () => {
    expect(templates.size).toBeGreaterThan(60);
  });

  it.each(Object.entries(forms))('have their form of calls found: %s', (form, names) => {
    expect(names.map((name) => written(name, talk, [weather]).form)).toEqual(names.map(() => form));
  });

  it('use the default format otherwise', () => {
    const others = [...templates.keys()].filter(
      (name) => !unusable.includes(name) && !Object.values(forms).flat().includes(name),
    );
    expect(others.filter((name) => written(name, talk, [weather]).form !== 'hermes')).toEqual([]);
  });

  const shown = [...templates.keys()].filter((name) => !unusable.includes(name) && !forgetful.includes(name));

  it.each(shown)('render a complete conversation with calls in order: %s', (name) => {
    const calls = oneByOne.includes(name)
      ? ['Oslo', 'rain in Oslo', 'Rome', 'rain in Rome']
      : ['Oslo', 'Rome', 'rain in Oslo', 'rain in Rome'];
    const texts = [
      'Where does it rain?',
      'I look at two.',
      ...calls,
      'In both of them.',
      'And elsewhere?',
      'I look at one more.',
      'Bern',
      'rain in Bern',
    ];
    for (const tools of [[weather], []]) {
      const { prompt } = written(name, talk, tools);
      const conversation = prompt.slice(prompt.indexOf('Where does it rain?'));
      let at = 0;
      for (const text of texts) {
        expect({ text, at: conversation.indexOf(text, at) }).not.toEqual({ text, at: -1 });
        at = conversation.indexOf(text, at) + text.length;
      }
      expect(prompt).toContain('Be brief, please.');
      expect(prompt).not.toMatch(/[\uE000-\uF8FE]/);
    }
  });
});
