import { isInstruction } from './is-instruction.js';
import type { Message } from './message.js';
import type { TextPart, ToolResultPart } from './part.js';

/** An instruction that stands among the words of another role. */
export function markedInstruction(text: string): string {
  return `<system>\n${text}\n</system>`;
}

/**
 * The conversation with instructions behind results of tools as a part of the last result. In the name of the user each would be a turn,
 * and templates and servers show a model nothing of what it thought before the user's last turn.
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

/** What the last result holds, for more to be put there, where nothing but results stand in the last message. */
function openLastResult(merged: Message[]): Content | undefined {
  const last = merged.at(-1);
  const result = last?.parts.at(-1);
  if (last === undefined || result?.type !== 'tool-result' || last.parts.some(({ type }) => type !== 'tool-result'))
    return undefined;
  const content = [...result.content];
  merged[merged.length - 1] = { ...last, parts: [...last.parts.slice(0, -1), { ...result, content }] };
  return content;
}

/** One without words changed settings, and says nothing. */
function markedText({ parts }: Message): readonly TextPart[] {
  const text = parts.map((part) => (part.type === 'text' ? part.text : '')).join('\n');
  return text === '' ? [] : [{ type: 'text', text: markedInstruction(text) }];
}

function isWrittenInstruction(message: Message): boolean {
  return isInstruction(message) && message.parts.every(({ type }) => type === 'text');
}
