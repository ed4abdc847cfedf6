// The types of the wires that a program with this client names, so that it need not depend on the protocol package itself. They have
// the names that the official SDKs give them; what both dialects have is told apart by `Message` or `Response`.
export type { OpenEnum, UnknownMember } from '@org/protocol/schema';
export type {
  CacheControlEphemeral, CacheMissReason, ContentBlockDelta, ContentBlockParam, DocumentBlockParam, ImageBlockParam,
  MessageBatchResult, MessageCountTokensParams, MessageParam, MessagesVersion, Metadata as MessageMetadata, OutputConfig, StopReason, TextBlockParam, TextCitation, ThinkingConfigParam,
  Tool as MessageTool, ToolChoice as MessageToolChoice, ToolResultBlockParam, ToolUnion as MessageToolUnion, Usage as MessageUsage,
} from '@org/protocol/messages';
export type {
  Annotation, ConversationCreateParams, ConversationUpdateParams, FileListParams, FilePurpose, FunctionCallOutput, FunctionTool, InputTokenCountParams, ItemCreateParams, ItemReference, ListParams,
  Metadata as ResponseMetadata, ModelList, Reasoning, ResponseCompactionItem, ResponseCompactParams, ResponseError,
  ResponseFormatTextConfig, ResponseInput, ResponseInputContent, ResponseInputItem, ResponseInputMessage, ResponseStatus,
  ResponseTextConfig, Tool as ResponseTool, ToolChoice as ResponseToolChoice,
} from '@org/protocol/responses';
export type {
  CompactedResponse, ContentBlock, Conversation, ConversationDeletedResource, ConversationItem, ConversationItemList, DeletedMessageBatch, DeletedMessageThread, FileDeleted, FileObject, FileObjectsPage, InputTokenCountResponse,
  Message, MessageBatch, MessageBatchesPage, MessageBatchIndividualResponse, MessageStreamEvent, MessageTokensCount, Model, Response, ResponseDeleted, ResponseFunctionToolCall,
  ResponseItem, ResponseItemList, ResponseOutputItem,
  ResponseOutputMessage, ResponseOutputRefusal, ResponseOutputText, ResponseReasoningItem, ResponseStreamEvent, ResponseUsage, TextBlock, ThinkingBlock, ToolUseBlock,
} from './answers/answer-types.js';
