// The types of the wires that a program with this client names, so that it need not depend on the protocol package itself. They have
// the names that the official SDKs give them; what both dialects have is told apart by `Message` or `Response`.
export type { OpenEnum, UnknownMember } from '@org/protocol/schema';
export type {
  CacheControlEphemeral, CacheMissReason, ContentBlock, ContentBlockDelta, ContentBlockParam, DeletedMessageBatch, DeletedMessageThread, DocumentBlockParam, ImageBlockParam,
  MessageBatchesPage, MessageBatchIndividualResponse, MessageBatchResult, MessageCountTokensParams, MessageParam, MessagesVersion, MessageStreamEvent,
  MessageTokensCount, Metadata as MessageMetadata, OutputConfig, StopReason, TextBlock, TextBlockParam, TextCitation, ThinkingBlock, ThinkingConfigParam,
  Tool as MessageTool, ToolChoice as MessageToolChoice, ToolResultBlockParam, ToolUnion as MessageToolUnion, ToolUseBlock, Usage as MessageUsage,
} from '@org/protocol/messages';
export type {
  Annotation, ConversationCreateParams, ConversationDeletedResource, ConversationItem, ConversationItemList,
  ConversationUpdateParams, FunctionCallOutput, FunctionTool, InputTokenCountParams, InputTokenCountResponse, ItemCreateParams, ItemReference, ListParams,
  Metadata as ResponseMetadata, ModelList, Reasoning, ResponseCompactionItem, ResponseCompactParams, ResponseDeleted, ResponseError,
  ResponseFormatTextConfig, ResponseFunctionToolCall, ResponseInput, ResponseInputContent, ResponseInputItem, ResponseInputMessage, ResponseItem, ResponseItemList,
  ResponseOutputItem, ResponseOutputMessage, ResponseOutputText, ResponseReasoningItem, ResponseStatus, ResponseTextConfig,
  Tool as ResponseTool, ToolChoice as ResponseToolChoice,
} from '@org/protocol/responses';
export type { CompactedResponse, Conversation, Message, MessageBatch, Model, Response, ResponseStreamEvent, ResponseUsage } from './answer-types.js';
