export { createAiSdkModel } from './ai-sdk/ai-sdk-generator.js';
export { capabilityProfiles, type ProfileName } from './chat-completions/profiles/index.js';
export { createChatCompletionsModel } from './chat-completions/chat-completions-generator.js';
export { createUpstreamApiModel } from './upstream-api/wire-generator.js';
