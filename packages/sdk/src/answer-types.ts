// Answers as this client gives them: as they are on the wire, but for a usage of responses that has both namings. What an answer has
// is listed, without the wire's "and whatever comes": a program that misspells a member should hear of it from the compiler.
import type { Message as WireMessage, MessageBatch as WireMessageBatch } from '@org/protocol/messages';
import type {
  CompactedResponse as WireCompactedResponse, Conversation as WireConversation, InputOutputUsage, Model as WireModel, Response as WireResponse, ResponseStreamEvent as WireEvent,
} from '@org/protocol/responses';
import type { NamedField } from './known-fields.js';

/** What the model answered, in the messages dialect. */
export type Message = { [Name in keyof WireMessage as NamedField<Name>]: WireMessage[Name] };

/** A batch of messages: how far it is. */
export type MessageBatch = { [Name in keyof WireMessageBatch as NamedField<Name>]: WireMessageBatch[Name] };

/** What a response has cost, in tokens. A service is set to one naming or to both; here both are there, with equal numbers. */
export interface ResponseUsage extends InputOutputUsage {
  prompt_tokens: number;
  prompt_tokens_details: InputOutputUsage['input_tokens_details'];
  completion_tokens: number;
  completion_tokens_details: InputOutputUsage['output_tokens_details'];
}

/** What the model answered, in the responses dialect. */
export type Response = { [Name in keyof WireResponse as NamedField<Name>]: Name extends 'usage' ? ResponseUsage | null : WireResponse[Name] };

/** A conversation made small: `asInput(output)` is the `input` to go on with. */
export type CompactedResponse = { [Name in keyof WireCompactedResponse as NamedField<Name>]: Name extends 'usage' ? ResponseUsage : WireCompactedResponse[Name] };

/** A conversation that responses add to; its items are read apart. */
export type Conversation = { [Name in keyof WireConversation as NamedField<Name>]: WireConversation[Name] };

/** What can be named as `model`. */
export type Model = { [Name in keyof WireModel as NamedField<Name>]: WireModel[Name] };

type ReadEvent<Event> = Event extends { response: WireResponse } ? { [Name in keyof Event]: Name extends 'response' ? Response : Event[Name] } : Event;

/** An event of the stream of a response. */
export type ResponseStreamEvent = ReadEvent<WireEvent>;
