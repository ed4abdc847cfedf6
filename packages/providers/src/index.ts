export { createAiSdkModel } from './ai-sdk/create-ai-sdk-model.js';
export { capabilityProfiles, type ProfileName } from './chat-completions/profiles/index.js';
export { createChatCompletionsModel } from './chat-completions/chat-completions-model.js';
export type { UpstreamMessages } from './transport/upstream-options.js';
export { createUpstreamApiModel } from './upstream-api/upstream-api-model.js';
