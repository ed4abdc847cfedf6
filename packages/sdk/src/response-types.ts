// Answers of the responses dialect as this client gives them: as they are on the wire, but for a usage that has both namings.
import type { CompactedResponse as WireCompactedResponse, InputOutputUsage, Response as WireResponse, ResponseStreamEvent as WireEvent } from '@org/protocol/responses';

/** What a response has cost, in tokens. A service is set to one naming or to both; here both are there, with equal numbers. */
export interface ResponseUsage extends InputOutputUsage {
  prompt_tokens: number;
  prompt_tokens_details: InputOutputUsage['input_tokens_details'];
  completion_tokens: number;
  completion_tokens_details: InputOutputUsage['output_tokens_details'];
}

export type Response = { [Name in keyof WireResponse]: Name extends 'usage' ? ResponseUsage | null : WireResponse[Name] };

export type CompactedResponse = { [Name in keyof WireCompactedResponse]: Name extends 'usage' ? ResponseUsage : WireCompactedResponse[Name] };

type ReadEvent<Event> = Event extends { response: WireResponse } ? { [Name in keyof Event]: Name extends 'response' ? Response : Event[Name] } : Event;

export type ResponseStreamEvent = ReadEvent<WireEvent>;
