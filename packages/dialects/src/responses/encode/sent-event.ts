import type { KnownResponseEvent } from '@org/protocol/responses';

/** An event that this service sends: of a type that clients know, unless an upstream told it of an item that is passed on whole. */
export type SentEvent = KnownResponseEvent;
