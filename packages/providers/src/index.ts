export { createAiSdkModel } from './ai-sdk/create-ai-sdk-model.js';
export { capabilityProfiles, type ProfileName } from './chat-completions/profiles/index.js';
export { createChatCompletionsModel } from './chat-completions/chat-completions-model.js';
export type { UpstreamMessages } from './transport/upstream-options.js';
export { createUpstreamApiModel } from './upstream-api/upstream-api-model.js';
export { createUpstreamEmbeddingModel } from './retrieval/upstream-embedding-model.js';
export { createUpstreamRerankModel } from './retrieval/upstream-rerank-model.js';
export type { UpstreamEmbeddingOptions, UpstreamRerankOptions } from './retrieval/retrieval-options.js';
