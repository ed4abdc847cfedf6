import type { ChainTurn, TurnRecord } from '../ports/store.js';

/** What a chain is made of. Kept apart from what was delivered, so that a long chain parses only what it needs. */
type History = Pick<ChainTurn, 'input' | 'output'>;

/** What was on the wire. */
type Delivered = Pick<TurnRecord, 'items' | 'wire'>;

/** JSON text survives UTF-8 whatever its strings hold: `JSON.stringify` escapes NUL and lone surrogates. */
export function encodeHistory({ input, output }: History): string {
  return JSON.stringify({ input, output } satisfies History);
}

export function encodeDelivered({ items, wire }: Delivered): string {
  return JSON.stringify({ items, wire } satisfies Delivered);
}

/** Reads what {@link encodeHistory} wrote: our own text, so the shape is known. */
export function decodeHistory(text: string): History {
  return JSON.parse(text) as History;
}

/** Reads what {@link encodeDelivered} wrote: our own text, so the shape is known. */
export function decodeDelivered(text: string): Delivered {
  return JSON.parse(text) as Delivered;
}
