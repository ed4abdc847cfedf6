import type { KnownResponseEvent } from '@org/protocol/responses';

/**
 * An event that this service sends: of a type that clients know, unless an upstream sent it for an item that the
 * service passes through unchanged.
 */
export type SentEvent = KnownResponseEvent;
