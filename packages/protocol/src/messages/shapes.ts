// The shapes of the schemas that other schemas hold. They have names so that declaration files say the name, ours and those
// of whoever builds on a schema; see "The types that users see" in CONTRIBUTING.md.
export type { MessageBatchShape } from './batches.js';
export type { ToolShape } from './tools/client-tools.js';
export type { ThinkingBlockShape, ToolUseBlockShape } from './content/content.js';
export type { MessageTokensCountShape } from './count-tokens.js';
export type { MessageShape } from './response/message.js';
export type { MessageCreateParamsShape, PromptShape } from './request/request.js';
export type { TextBlockShape } from './content/text-block.js';
export type { UsageShape } from './response/usage.js';
export type { WebFetchBlockParamShape, WebFetchBlockShape } from './content/web-fetch-content.js';
