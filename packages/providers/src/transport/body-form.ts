/** Form of a response body: events, or one JSON document. */
export type BodyForm = 'stream' | 'document';

/** White space, and the bytes of a byte order mark. */
const blanks: ReadonlySet<number> = new Set(Buffer.from(' \t\r\n\uFEFF'));
/** First bytes of event stream lines: `data`, `event`, `id`, `retry`, and comments. No JSON document starts with them. */
const lineBeginnings: ReadonlySet<number> = new Set(Buffer.from('deir:'));
const brace = 0x7b;

/**
 * Detects the form of a body by its first byte, because some servers label their streams as JSON, and their JSON as
 * text or not at all. `undefined` while there is only white space, which some send as a keep-alive.
 */
export function bodyForm(contentType: string, bytes: Uint8Array): BodyForm | undefined {
  if (contentType.startsWith('text/event-stream')) return 'stream';
  const first = bytes.find((byte) => !blanks.has(byte));
  if (first === undefined) return undefined;
  if (namesDocument(contentType)) return lineBeginnings.has(first) ? 'stream' : 'document';
  return first === brace ? 'document' : 'stream';
}

/** Returns the form of an empty body. */
export function emptyForm(contentType: string): BodyForm {
  return namesDocument(contentType) ? 'document' : 'stream';
}

function namesDocument(contentType: string): boolean {
  return contentType.startsWith('application/json');
}
