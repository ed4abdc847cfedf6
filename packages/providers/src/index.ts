export { createAiSdkGenerator } from './ai-sdk/ai-sdk-generator.js';
export { capabilityProfiles, type ProfileName } from './chat-completions/capability-profile.js';
export { createChatCompletionsGenerator } from './chat-completions/chat-completions-generator.js';
export { createWireGenerator } from './upstream-api/wire-generator.js';
