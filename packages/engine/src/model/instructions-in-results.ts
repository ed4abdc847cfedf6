import { isInstruction } from './is-instruction.js';
import type { Message } from './message.js';
import type { TextPart, ToolResultPart } from './part.js';

/** Marks an instruction that is embedded in a message of another role. */
export function markedInstruction(text: string): string {
  return `<system>\n${text}\n</system>`;
}

/**
 * Moves instructions after tool results into the last result as a part. As user messages they would each start a
 * turn, and templates and servers hide the reasoning before the user's last turn from the model.
 */
export function withInstructionsInResults(messages: readonly Message[]): readonly Message[] {
  const merged: Message[] = [];
  let open: Content | undefined;
  for (const message of messages) {
    open = isWrittenInstruction(message) ? (open ?? openLastResult(merged)) : undefined;
    if (open === undefined) merged.push(message);
    else open.push(...markedText(message));
  }
  return merged;
}

type Content = ToolResultPart['content'][number][];

/** The content of the last result, to append to, when the last message holds only results. */
function openLastResult(merged: Message[]): Content | undefined {
  const last = merged.at(-1);
  const result = last?.parts.at(-1);
  if (last === undefined || result?.type !== 'tool-result' || last.parts.some(({ type }) => type !== 'tool-result'))
    return undefined;
  const content = [...result.content];
  merged[merged.length - 1] = { ...last, parts: [...last.parts.slice(0, -1), { ...result, content }] };
  return content;
}

/** An instruction without text only changed settings and yields no part. */
function markedText({ parts }: Message): readonly TextPart[] {
  const text = parts.map((part) => (part.type === 'text' ? part.text : '')).join('\n');
  return text === '' ? [] : [{ type: 'text', text: markedInstruction(text) }];
}

function isWrittenInstruction(message: Message): boolean {
  return isInstruction(message) && message.parts.every(({ type }) => type === 'text');
}
