// Formats frames as text. JSON contains no line breaks, so one data line is always enough.
import { tagText, type UnknownTag } from '../schema/unknown-tag.js';

/**
 * The frame of one event, named by its `type`. An unknown type may be from any source, and a line break in it would
 * start another field.
 */
export function formatSseEvent(event: { readonly type: string | UnknownTag }): string {
  return `event: ${inOneLine(tagText(event))}\ndata: ${JSON.stringify(event)}\n\n`;
}

/**
 * A frame whose data is already text. `data` must contain no line breaks, as is true for JSON; without `type` the
 * frame has no name.
 */
export function formatSseFrame(data: string, type?: string): string {
  return type === undefined ? `data: ${data}\n\n` : `event: ${inOneLine(type)}\ndata: ${data}\n\n`;
}

/** A comment. It is a keep-alive for the connection, and clients ignore it. */
export function formatSseComment(text: string): string {
  return `: ${inOneLine(text)}\n\n`;
}

function inOneLine(text: string): string {
  return text.replaceAll(/[\r\n]+/g, ' ');
}

/** What ends a stream of the responses dialect. */
export const sseDone = '[DONE]';
