import type { UnknownMember } from '@org/protocol/schema';
import type { ResponseStreamEvent } from '@org/protocol/responses';

/** An event that this service sends: never of a type that a client might not know. */
export type SentEvent = Exclude<ResponseStreamEvent, UnknownMember>;
