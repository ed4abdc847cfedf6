// Response types of this client: equal to the API, except that the usage of responses has both namings. The types
// list the fields without the API's index signature, so that the compiler reports a misspelt member. Types that
// programs refer to are exported here; the others are declared inline.
import type {
  ContentBlock as ApiContentBlock,
  DeletedMessageBatch as ApiDeletedBatch,
  DeletedMessageThread as ApiDeletedThread,
  Message as ApiMessage,
  MessageBatch as ApiMessageBatch,
  MessageBatchIndividualResponse as ApiBatchResult,
  MessageStreamEvent as ApiMessageEvent,
  MessageBatchesPage as ApiBatchesPage,
  MessageTokensCount as ApiTokensCount,
  TextBlock as ApiTextBlock,
  ThinkingBlock as ApiThinkingBlock,
  ToolUseBlock as ApiToolUseBlock,
} from '@org/protocol/messages';
import type {
  CompactedResponse as ApiCompactedResponse,
  Conversation as ApiConversation,
  ConversationDeletedResource as ApiDeletedConversation,
  ConversationItem as ApiConversationItem,
  ConversationItemList as ApiConversationItems,
  FileDeleted as ApiDeletedFile,
  FileObject as ApiFile,
  FileObjectsPage as ApiFiles,
  InputTokenCountResponse as ApiInputTokens,
  InputOutputUsage,
  ResponseDeleted as ApiDeletedResponse,
  ResponseItem as ApiResponseItem,
  ResponseItemList as ApiResponseItems,
  Model as ApiModel,
  Response as ApiResponse,
  ResponseFunctionToolCall as ApiFunctionCall,
  ResponseOutputItem as ApiOutputItem,
  ResponseOutputMessage as ApiOutputMessage,
  ResponseOutputRefusal as ApiRefusal,
  ResponseOutputText as ApiOutputText,
  ResponseReasoningItem as ApiReasoningItem,
  ResponseStreamEvent as ApiEvent,
} from '@org/protocol/responses';
import type { UnknownMember } from '@org/protocol/schema';
import type { NamedField, NamedKey } from '../known-fields.js';

/** Objects with the members that they name, at any depth. A map, which names no members, and an unknown kind remain unchanged. */
type Listed<Value> = Value extends string | UnknownMember
  ? Value
  : Value extends readonly (infer Each)[]
    ? Listed<Each>[]
    : Value extends object
      ? [NamedKey<Value>] extends [never]
        ? Value
        : { [Name in keyof Value as NamedField<Name>]: Listed<Value[Name]> }
      : Value;

/** Text from the model. */
export type TextBlock = { [Name in keyof ApiTextBlock as NamedField<Name>]: Listed<ApiTextBlock[Name]> };

/** Reasoning of the model. */
export type ThinkingBlock = { [Name in keyof ApiThinkingBlock as NamedField<Name>]: Listed<ApiThinkingBlock[Name]> };

/** The model asks the client for a tool. */
export type ToolUseBlock = { [Name in keyof ApiToolUseBlock as NamedField<Name>]: Listed<ApiToolUseBlock[Name]> };

/** A part of a message that the model made. */
export type ContentBlock =
  | TextBlock
  | ThinkingBlock
  | ToolUseBlock
  | Listed<Exclude<ApiContentBlock, ApiTextBlock | ApiThinkingBlock | ApiToolUseBlock>>;

/** A message from the model, in the messages dialect. */
export type Message = {
  [Name in keyof ApiMessage as NamedField<Name>]: Name extends 'content' ? ContentBlock[] : Listed<ApiMessage[Name]>;
};

/** An event of the stream of a message. */
export type MessageStreamEvent = Listed<ApiMessageEvent>;

/** A batch of messages and its progress. */
export type MessageBatch = { [Name in keyof ApiMessageBatch as NamedField<Name>]: Listed<ApiMessageBatch[Name]> };

/** Result of one message of a batch. */
export type MessageBatchIndividualResponse = {
  [Name in keyof ApiBatchResult as NamedField<Name>]: Listed<ApiBatchResult[Name]>;
};

/** A page of batches. */
export type MessageBatchesPage = Listed<ApiBatchesPage>;

/** The input tokens that a message would have. */
export type MessageTokensCount = Listed<ApiTokensCount>;

/** A batch was forgotten. */
export type DeletedMessageBatch = Listed<ApiDeletedBatch>;

/** A thread was forgotten. */
export type DeletedMessageThread = Listed<ApiDeletedThread>;

/** Token usage of a response. A service uses one naming or both; the client provides both, with equal numbers. */
export interface ResponseUsage extends InputOutputUsage {
  prompt_tokens: number;
  prompt_tokens_details: InputOutputUsage['input_tokens_details'];
  completion_tokens: number;
  completion_tokens_details: InputOutputUsage['output_tokens_details'];
}

/** Text from the model, with its sources. */
export type ResponseOutputText = { [Name in keyof ApiOutputText as NamedField<Name>]: Listed<ApiOutputText[Name]> };

/** A refusal of the model, as text. */
export type ResponseOutputRefusal = { [Name in keyof ApiRefusal as NamedField<Name>]: ApiRefusal[Name] };

/** Text from the model. */
export type ResponseOutputMessage = {
  [Name in keyof ApiOutputMessage as NamedField<Name>]: Name extends 'content'
    ? (ResponseOutputText | ResponseOutputRefusal | UnknownMember)[]
    : Listed<ApiOutputMessage[Name]>;
};

/** The model asks the client for a function. */
export type ResponseFunctionToolCall = {
  [Name in keyof ApiFunctionCall as NamedField<Name>]: Listed<ApiFunctionCall[Name]>;
};

/** Reasoning of the model. */
export type ResponseReasoningItem = {
  [Name in keyof ApiReasoningItem as NamedField<Name>]: Listed<ApiReasoningItem[Name]>;
};

/** One output item of a response. */
export type ResponseOutputItem =
  | ResponseOutputMessage
  | ResponseFunctionToolCall
  | ResponseReasoningItem
  | Listed<Exclude<ApiOutputItem, ApiOutputMessage | ApiFunctionCall | ApiReasoningItem>>;

/** A response from the model, in the responses dialect. */
export type Response = {
  [Name in keyof ApiResponse as NamedField<Name>]: Name extends 'usage'
    ? ResponseUsage | null
    : Name extends 'output'
      ? ResponseOutputItem[]
      : Listed<ApiResponse[Name]>;
};

/** A compacted conversation: `toInputItems(output)` is the `input` of the next request. */
export type CompactedResponse = {
  [Name in keyof ApiCompactedResponse as NamedField<Name>]: Name extends 'usage'
    ? ResponseUsage
    : Listed<ApiCompactedResponse[Name]>;
};

/** One input item of a response. */
export type ResponseItem = Listed<ApiResponseItem>;

/** A page of input items of a response. */
export type ResponseItemList = {
  [Name in keyof ApiResponseItems as NamedField<Name>]: Name extends 'data' ? ResponseItem[] : ApiResponseItems[Name];
};

/** The input tokens that a response would have. */
export type InputTokenCountResponse = Listed<ApiInputTokens>;

/** A response was forgotten. */
export type ResponseDeleted = Listed<ApiDeletedResponse>;

/** One item of a conversation. */
export type ConversationItem = Listed<ApiConversationItem>;

/** A page of items of a conversation. */
export type ConversationItemList = {
  [Name in keyof ApiConversationItems as NamedField<Name>]: Name extends 'data'
    ? ConversationItem[]
    : ApiConversationItems[Name];
};

/** A conversation was forgotten. */
export type ConversationDeletedResource = Listed<ApiDeletedConversation>;

/** A conversation that responses add to; its items are read apart. */
export type Conversation = { [Name in keyof ApiConversation as NamedField<Name>]: Listed<ApiConversation[Name]> };

/** A file that was uploaded. */
export type FileObject = { [Name in keyof ApiFile as NamedField<Name>]: Listed<ApiFile[Name]> };

/** A page of files. */
export type FileObjectsPage = Listed<ApiFiles>;

/** A file was forgotten. */
export type FileDeleted = Listed<ApiDeletedFile>;

/** What can be named as `model`. */
export type Model = { [Name in keyof ApiModel as NamedField<Name>]: Listed<ApiModel[Name]> };

type ReadEvent<Event> = Event extends UnknownMember
  ? Event
  : {
      [Name in keyof Event as NamedField<Name>]: Name extends 'response'
        ? Response
        : Name extends 'item'
          ? ResponseOutputItem
          : Listed<Event[Name]>;
    };

/** An event of the stream of a response. */
export type ResponseStreamEvent = ReadEvent<ApiEvent>;
