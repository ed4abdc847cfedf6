// Frames as text. JSON holds no line breaks, so one data line is always enough.
import { tagText, type UnknownTag } from '../schema/unknown-tag.js';

/** The frame of one event, named by its `type`. One that nobody knows may come from anywhere: a line break in it would begin another field. */
export function formatSseEvent(event: { readonly type: string | UnknownTag }): string {
  return `event: ${inOneLine(tagText(event))}\ndata: ${JSON.stringify(event)}\n\n`;
}

/** A frame whose data is already text. `data` must be free of line breaks, as JSON is; without `type` it has no name. */
export function formatSseFrame(data: string, type?: string): string {
  return type === undefined ? `data: ${data}\n\n` : `event: ${inOneLine(type)}\ndata: ${data}\n\n`;
}

/** A comment: keeps the connection open and reaches no program. */
export function formatSseComment(text: string): string {
  return `: ${inOneLine(text)}\n\n`;
}

function inOneLine(text: string): string {
  return text.replaceAll(/[\r\n]+/g, ' ');
}

/** What ends a stream of the responses dialect. */
export const sseDone = '[DONE]';
