import { ChatCompletionsSettings } from './chat-completions-settings.js';
import { LlamaSettings } from './llama-settings.js';

export type AnyGeneratorSettings = LlamaSettings | ChatCompletionsSettings;

/** Which class describes which `kind`; class-transformer picks by it. */
export const generatorSubTypes = [
  { name: 'llama', value: LlamaSettings },
  { name: 'chat-completions', value: ChatCompletionsSettings },
];
