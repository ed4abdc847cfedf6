import type { ChainTurn, TurnRecord } from '../ports/store.js';
import { addLongTexts, readOnce, writeOnce } from './texts-once.js';

/** What a chain is made of. Kept apart from what was delivered, so that a long chain parses only what it needs. */
type History = Pick<ChainTurn, 'input' | 'output'>;

/** What was on the wire. */
type Delivered = Pick<TurnRecord, 'items' | 'wire'>;

/** JSON text survives UTF-8 whatever its strings hold: `JSON.stringify` escapes NUL and lone surrogates. */
export function encodeHistory({ input, output }: History): string {
  return JSON.stringify({ input, output } satisfies History);
}

/** What was on the wire, as JSON text. */
export function encodeDelivered({ items, wire }: Delivered): string {
  return JSON.stringify({ items, wire } satisfies Delivered);
}

const lineFeed = 0x0a;

/**
 * Both in one text: a line each, as JSON text has no line feed in it. What is said in the history is referred to in what
 * was delivered.
 */
export function encodeContent(turn: History & Delivered): string {
  const { items, wire } = turn;
  return `${encodeHistory(turn)}\n${writeOnce({ items, wire } satisfies Delivered, addLongTexts([turn.input, turn.output], new Map()))}`;
}

/** The history in what {@link encodeContent} wrote, and how many bytes of it that is. */
export function historyIn(content: Buffer): { readonly history: History; readonly size: number } {
  const size = content.indexOf(lineFeed);
  return { history: decodeHistory(content.toString('utf8', 0, size)), size };
}

/** All of what {@link encodeContent} wrote. */
export function decodeContent(content: Buffer): History & Delivered {
  const { history, size } = historyIn(content);
  const texts = addLongTexts([history.input, history.output], new Map());
  return { ...history, ...(readOnce(content.toString('utf8', size + 1), texts) as Delivered) };
}

/** Reads what {@link encodeHistory} wrote: our own text, so the shape is known. */
export function decodeHistory(text: string): History {
  return JSON.parse(text) as History;
}

/** Reads what {@link encodeDelivered} wrote: our own text, so the shape is known. */
export function decodeDelivered(text: string): Delivered {
  return JSON.parse(text) as Delivered;
}
