import { AiSdkSettings } from './ai-sdk-settings.js';
import { ChatCompletionsSettings } from './chat-completions-settings.js';
import { LlamaSettings } from './llama-settings.js';
import { MessagesSettings } from './messages-settings.js';
import { ResponsesSettings } from './responses-settings.js';

export type AnyProviderSettings =
  | LlamaSettings
  | ChatCompletionsSettings
  | MessagesSettings
  | ResponsesSettings
  | AiSdkSettings;

/** Which class describes which `kind`; class-transformer picks by it. */
export const providerSubTypes = [
  { name: 'llama', value: LlamaSettings },
  { name: 'chat-completions', value: ChatCompletionsSettings },
  { name: 'messages', value: MessagesSettings },
  { name: 'responses', value: ResponsesSettings },
  { name: 'ai-sdk', value: AiSdkSettings },
];
