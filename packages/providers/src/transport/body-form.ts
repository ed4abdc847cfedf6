/** What the body of an answer is: events, or one JSON document. */
export type BodyForm = 'stream' | 'document';

/** Blanks, and the bytes of a byte order mark. */
const blanks: ReadonlySet<number> = new Set(Buffer.from(' \t\r\n\uFEFF'));
/** How the lines of an event stream begin: `data`, `event`, `id`, `retry`, and comments. No JSON does. */
const lineBeginnings: ReadonlySet<number> = new Set(Buffer.from('deir:'));
const brace = 0x7b;

/**
 * What the body is by its first byte, because servers call their streams JSON, and their JSON text or nothing at all. `undefined` while there
 * are only blanks, by which some show that they are alive.
 */
export function bodyForm(contentType: string, bytes: Uint8Array): BodyForm | undefined {
  if (contentType.startsWith('text/event-stream')) return 'stream';
  const first = bytes.find((byte) => !blanks.has(byte));
  if (first === undefined) return undefined;
  if (namesDocument(contentType)) return lineBeginnings.has(first) ? 'stream' : 'document';
  return first === brace ? 'document' : 'stream';
}

/** What a body without a word is. */
export function emptyForm(contentType: string): BodyForm {
  return namesDocument(contentType) ? 'document' : 'stream';
}

function namesDocument(contentType: string): boolean {
  return contentType.startsWith('application/json');
}
