import type { GgufHeader } from '../gguf-header.js';
import type { SamplingDefaults } from './sampling-defaults.js';

/** The sampling that the makers of a family of models recommend. */
export interface ModelFamily {
  readonly family: string;
  /** Matches `general.architecture`; absent: any. */
  readonly architecture?: RegExp;
  /** Matches `general.name` or `general.basename`; absent: any. */
  readonly name?: RegExp;
  readonly sampling: SamplingDefaults;
  readonly source: string;
  /** How the values were compared with the source: on the page itself, in public copies or quotations of it, or not. */
  readonly compared: 'page' | 'quotation' | 'no';
}

/** The first row that matches applies, so variants precede their family. */
export const modelFamilies: readonly ModelFamily[] = [
  {
    family: 'built-in demo model',
    architecture: /^llama$/,
    name: /^tiny-demo$/,
    // A model of 3 million parameters is right only in its most likely tokens.
    sampling: { temperature: 0 },
    source: 'packages/demo-model/README.md',
    compared: 'page',
  },
  {
    family: 'DeepSeek-R1 and its distillations',
    name: /deepseek[- ]r1/i,
    sampling: { temperature: 0.6, topP: 0.95 },
    // The page recommends the temperature, and its makers evaluated with this top_p.
    source: 'https://github.com/deepseek-ai/DeepSeek-R1#usage-recommendations',
    compared: 'page',
  },
  {
    family: 'gpt-oss',
    architecture: /^gpt-oss$/,
    sampling: { temperature: 1, topP: 1, topK: 0, minP: 0 },
    source: 'https://github.com/openai/gpt-oss#recommended-sampling-parameters',
    compared: 'page',
  },
  {
    family: 'Qwen3-Coder',
    architecture: /^qwen3/,
    name: /coder/i,
    sampling: { temperature: 0.7, topP: 0.8, topK: 20, repeatPenalty: 1.05 },
    source: 'https://huggingface.co/Qwen/Qwen3-Coder-30B-A3B-Instruct#best-practices',
    compared: 'quotation',
  },
  {
    family: 'Qwen3 Instruct',
    architecture: /^qwen3/,
    name: /instruct/i,
    sampling: { temperature: 0.7, topP: 0.8, topK: 20, minP: 0 },
    source: 'https://huggingface.co/Qwen/Qwen3-4B-Instruct-2507#best-practices',
    compared: 'quotation',
  },
  {
    family: 'Qwen3',
    architecture: /^qwen3/,
    sampling: { temperature: 0.6, topP: 0.95, topK: 20, minP: 0 },
    source: 'https://huggingface.co/Qwen/Qwen3-8B#best-practices',
    compared: 'quotation',
  },
  {
    family: 'QwQ',
    architecture: /^qwen2$/,
    name: /^qwq/i,
    sampling: { temperature: 0.6, topP: 0.95, topK: 40, minP: 0 },
    // The page recommends a top_k of 20 to 40.
    source: 'https://huggingface.co/Qwen/QwQ-32B#usage-guidelines',
    compared: 'quotation',
  },
  {
    family: 'Qwen2.5',
    architecture: /^qwen2/,
    name: /qwen[- ]?2\.5/i,
    sampling: { temperature: 0.7, topP: 0.8, topK: 20, repeatPenalty: 1.05 },
    source: 'https://huggingface.co/Qwen/Qwen2.5-7B-Instruct/blob/main/generation_config.json',
    compared: 'no',
  },
  {
    family: 'SmolLM3',
    architecture: /^smollm3$/,
    sampling: { temperature: 0.6, topP: 0.95 },
    source: 'https://huggingface.co/HuggingFaceTB/SmolLM3-3B#how-to-use',
    compared: 'quotation',
  },
  {
    family: 'SmolLM2',
    name: /smollm2/i,
    sampling: { temperature: 0.2, topP: 0.9 },
    // Of the example on the page, which recommends none.
    source: 'https://huggingface.co/HuggingFaceTB/SmolLM2-1.7B-Instruct#how-to-use',
    compared: 'quotation',
  },
  {
    family: 'Gemma 3',
    architecture: /^gemma3/,
    sampling: { temperature: 1, topP: 0.95, topK: 64, minP: 0 },
    source: 'https://huggingface.co/google/gemma-3-4b-it/blob/main/generation_config.json',
    compared: 'no',
  },
  {
    family: 'Phi-4 reasoning',
    architecture: /^phi3$/,
    name: /phi[- ]?4.*reasoning/i,
    sampling: { temperature: 0.8, topP: 0.95, topK: 50 },
    source: 'https://huggingface.co/microsoft/Phi-4-reasoning#usage',
    compared: 'quotation',
  },
  {
    family: 'Magistral',
    name: /magistral/i,
    sampling: { temperature: 0.7, topP: 0.95 },
    source: 'https://huggingface.co/mistralai/Magistral-Small-2506#usage',
    compared: 'quotation',
  },
  {
    family: 'Mistral Nemo',
    name: /nemo.*(instruct|2407)/i,
    sampling: { temperature: 0.3 },
    source: 'https://huggingface.co/mistralai/Mistral-Nemo-Instruct-2407#usage',
    compared: 'quotation',
  },
  {
    family: 'Mistral Small 3 and Devstral',
    name: /mistral[- ]small|devstral/i,
    sampling: { temperature: 0.15 },
    // Of Mistral Small; pages of Devstral have it in examples alone.
    source: 'https://huggingface.co/mistralai/Mistral-Small-3.2-24B-Instruct-2506#usage',
    compared: 'quotation',
  },
  {
    family: 'Llama 3 and 4',
    architecture: /^llama4?$/,
    name: /llama[- ]?(3|4)/i,
    sampling: { temperature: 0.6, topP: 0.9 },
    source: 'https://huggingface.co/meta-llama/Llama-3.1-8B-Instruct/blob/main/generation_config.json',
    compared: 'no',
  },
];

/** The family of a model, by its file's header; `undefined` for an unknown one. */
export function findModelFamily({
  architecture,
  name = '',
  baseName = '',
}: Pick<GgufHeader, 'architecture' | 'name' | 'baseName'>): ModelFamily | undefined {
  return modelFamilies.find(
    (row) =>
      (row.architecture?.test(architecture) ?? true) &&
      (row.name === undefined || row.name.test(name) || row.name.test(baseName)),
  );
}
