// Answers as this client gives them: as they are on the wire, but for a usage of responses that has both namings. What an answer has
// is listed, without the wire's "and whatever comes": a program that misspells a member should hear of it from the compiler. Kinds that
// programs name in their own code have names here; the others are listed where they stand.
import type {
  ContentBlock as WireContentBlock,
  DeletedMessageBatch as WireDeletedBatch,
  DeletedMessageThread as WireDeletedThread,
  Message as WireMessage,
  MessageBatch as WireMessageBatch,
  MessageBatchIndividualResponse as WireBatchResult,
  MessageStreamEvent as WireMessageEvent,
  MessageBatchesPage as WireBatchesPage,
  MessageTokensCount as WireTokensCount,
  TextBlock as WireTextBlock,
  ThinkingBlock as WireThinkingBlock,
  ToolUseBlock as WireToolUseBlock,
} from '@org/protocol/messages';
import type {
  CompactedResponse as WireCompactedResponse,
  Conversation as WireConversation,
  ConversationDeletedResource as WireDeletedConversation,
  ConversationItem as WireConversationItem,
  ConversationItemList as WireConversationItems,
  FileDeleted as WireDeletedFile,
  FileObject as WireFile,
  FileObjectsPage as WireFiles,
  InputTokenCountResponse as WireInputTokens,
  InputOutputUsage,
  ResponseDeleted as WireDeletedResponse,
  ResponseItem as WireResponseItem,
  ResponseItemList as WireResponseItems,
  Model as WireModel,
  Response as WireResponse,
  ResponseFunctionToolCall as WireFunctionCall,
  ResponseOutputItem as WireOutputItem,
  ResponseOutputMessage as WireOutputMessage,
  ResponseOutputRefusal as WireRefusal,
  ResponseOutputText as WireOutputText,
  ResponseReasoningItem as WireReasoningItem,
  ResponseStreamEvent as WireEvent,
} from '@org/protocol/responses';
import type { UnknownMember } from '@org/protocol/schema';
import type { NamedField, NamedKey } from '../known-fields.js';

/** Objects with the members that they name, at any depth. What names none, a map, stays as it is, and so does a kind that is not known yet. */
type Listed<Value> = Value extends string | UnknownMember
  ? Value
  : Value extends readonly (infer Each)[]
    ? Listed<Each>[]
    : Value extends object
      ? [NamedKey<Value>] extends [never]
        ? Value
        : { [Name in keyof Value as NamedField<Name>]: Listed<Value[Name]> }
      : Value;

/** What the model says. */
export type TextBlock = { [Name in keyof WireTextBlock as NamedField<Name>]: Listed<WireTextBlock[Name]> };

/** What the model thought. */
export type ThinkingBlock = { [Name in keyof WireThinkingBlock as NamedField<Name>]: Listed<WireThinkingBlock[Name]> };

/** The model asks the client for a tool. */
export type ToolUseBlock = { [Name in keyof WireToolUseBlock as NamedField<Name>]: Listed<WireToolUseBlock[Name]> };

/** A part of a message that the model made. */
export type ContentBlock =
  | TextBlock
  | ThinkingBlock
  | ToolUseBlock
  | Listed<Exclude<WireContentBlock, WireTextBlock | WireThinkingBlock | WireToolUseBlock>>;

/** What the model answered, in the messages dialect. */
export type Message = {
  [Name in keyof WireMessage as NamedField<Name>]: Name extends 'content' ? ContentBlock[] : Listed<WireMessage[Name]>;
};

/** An event of the stream of a message. */
export type MessageStreamEvent = Listed<WireMessageEvent>;

/** A batch of messages: how far it is. */
export type MessageBatch = { [Name in keyof WireMessageBatch as NamedField<Name>]: Listed<WireMessageBatch[Name]> };

/** What became of one message of a batch. */
export type MessageBatchIndividualResponse = {
  [Name in keyof WireBatchResult as NamedField<Name>]: Listed<WireBatchResult[Name]>;
};

/** A page of batches. */
export type MessageBatchesPage = Listed<WireBatchesPage>;

/** The input tokens that a message would have. */
export type MessageTokensCount = Listed<WireTokensCount>;

/** A batch was forgotten. */
export type DeletedMessageBatch = Listed<WireDeletedBatch>;

/** A thread was forgotten. */
export type DeletedMessageThread = Listed<WireDeletedThread>;

/** What a response has cost, in tokens. A service is set to one naming or to both; here both are there, with equal numbers. */
export interface ResponseUsage extends InputOutputUsage {
  prompt_tokens: number;
  prompt_tokens_details: InputOutputUsage['input_tokens_details'];
  completion_tokens: number;
  completion_tokens_details: InputOutputUsage['output_tokens_details'];
}

/** A text that the model says, with its sources. */
export type ResponseOutputText = { [Name in keyof WireOutputText as NamedField<Name>]: Listed<WireOutputText[Name]> };

/** The model declines, in its own words. */
export type ResponseOutputRefusal = { [Name in keyof WireRefusal as NamedField<Name>]: WireRefusal[Name] };

/** What the model says. */
export type ResponseOutputMessage = {
  [Name in keyof WireOutputMessage as NamedField<Name>]: Name extends 'content'
    ? (ResponseOutputText | ResponseOutputRefusal | UnknownMember)[]
    : Listed<WireOutputMessage[Name]>;
};

/** The model asks the client for a function. */
export type ResponseFunctionToolCall = {
  [Name in keyof WireFunctionCall as NamedField<Name>]: Listed<WireFunctionCall[Name]>;
};

/** What the model thought. */
export type ResponseReasoningItem = {
  [Name in keyof WireReasoningItem as NamedField<Name>]: Listed<WireReasoningItem[Name]>;
};

/** One thing that a response consists of. */
export type ResponseOutputItem =
  | ResponseOutputMessage
  | ResponseFunctionToolCall
  | ResponseReasoningItem
  | Listed<Exclude<WireOutputItem, WireOutputMessage | WireFunctionCall | WireReasoningItem>>;

/** What the model answered, in the responses dialect. */
export type Response = {
  [Name in keyof WireResponse as NamedField<Name>]: Name extends 'usage'
    ? ResponseUsage | null
    : Name extends 'output'
      ? ResponseOutputItem[]
      : Listed<WireResponse[Name]>;
};

/** A conversation made small: `asInput(output)` is the `input` to go on with. */
export type CompactedResponse = {
  [Name in keyof WireCompactedResponse as NamedField<Name>]: Name extends 'usage'
    ? ResponseUsage
    : Listed<WireCompactedResponse[Name]>;
};

/** One thing that a response was given to answer. */
export type ResponseItem = Listed<WireResponseItem>;

/** A page of what a response was given to answer. */
export type ResponseItemList = {
  [Name in keyof WireResponseItems as NamedField<Name>]: Name extends 'data' ? ResponseItem[] : WireResponseItems[Name];
};

/** The input tokens that a response would have. */
export type InputTokenCountResponse = Listed<WireInputTokens>;

/** A response was forgotten. */
export type ResponseDeleted = Listed<WireDeletedResponse>;

/** One thing that was said in a conversation. */
export type ConversationItem = Listed<WireConversationItem>;

/** A page of what was said in a conversation. */
export type ConversationItemList = {
  [Name in keyof WireConversationItems as NamedField<Name>]: Name extends 'data'
    ? ConversationItem[]
    : WireConversationItems[Name];
};

/** A conversation was forgotten. */
export type ConversationDeletedResource = Listed<WireDeletedConversation>;

/** A conversation that responses add to; its items are read apart. */
export type Conversation = { [Name in keyof WireConversation as NamedField<Name>]: Listed<WireConversation[Name]> };

/** A file that was uploaded. */
export type FileObject = { [Name in keyof WireFile as NamedField<Name>]: Listed<WireFile[Name]> };

/** A page of files. */
export type FileObjectsPage = Listed<WireFiles>;

/** A file was forgotten. */
export type FileDeleted = Listed<WireDeletedFile>;

/** What can be named as `model`. */
export type Model = { [Name in keyof WireModel as NamedField<Name>]: Listed<WireModel[Name]> };

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
export type ResponseStreamEvent = ReadEvent<WireEvent>;
