import type { Message } from '../../model/message.js';
import type { Part } from '../../model/part.js';

/** Maximum length of one entry, in UTF-16 units. */
const maxEntryLength = 600;

/** A conversation as plain text: its latest entries, at most `length` UTF-16 units. System text is omitted. */
export function transcriptOf(messages: readonly Message[], length: number): string {
  const entries: string[] = [];
  let remaining = length;
  for (const message of messages.toReversed()) {
    for (const entry of entriesOf(message).toReversed()) {
      remaining -= entry.length + 1;
      if (remaining < 0) return entries.toReversed().join('\n');
      entries.push(entry);
    }
  }
  return entries.toReversed().join('\n');
}

function entriesOf({ role, parts }: Message): string[] {
  switch (role) {
    case 'system':
    case 'developer':
      return [];
    case 'user':
      return toTranscriptLines('User', parts);
    case 'assistant':
      return toTranscriptLines('Assistant', parts);
    case 'tool':
      return toTranscriptLines('Tool', parts);
  }
}

function toTranscriptLines(role: string, parts: readonly Part[]): string[] {
  return parts
    .map(describePart)
    .filter((text) => text !== '')
    .map((text) => `${role}: ${truncate(text)}`);
}

function describePart(part: Part): string {
  switch (part.type) {
    case 'text':
      return part.text;
    case 'tool-call':
      return `calls ${part.name} with ${part.argumentsText}`;
    case 'tool-result':
      return part.content.map(describePart).join(' ');
    case 'media':
      return `[${part.media}${part.filename === undefined ? '' : ` ${part.filename}`}]`;
    case 'opaque':
      return part.text ?? '';
    case 'reasoning':
      return '';
  }
}

/** Never ends inside a surrogate pair. */
function truncate(text: string): string {
  return text.length <= maxEntryLength ? text : `${text.slice(0, maxEntryLength).toWellFormed()} [...]`;
}
