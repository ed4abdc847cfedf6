import { isInstruction, markedInstruction, type Message, type Warning } from '@org/engine';

/**
 * Instructions in the middle of a conversation, and those with pictures. This wire takes them as text alone, behind what the user
 * said, at the end or before an answer; elsewhere they are told in the name of the user, marked as every model here sees them then.
 * Instructions before all else have a field of their own.
 */
export function positionInstructions(messages: readonly Message[], warnings: Warning[]): readonly Message[] {
  const positioned: Message[] = [];
  let run: Message[] = [];
  const close = (next?: Message): void => {
    const resolved = canInsertBetween(positioned.at(-1), next) ? run : run.map(inUsersName);
    for (const message of resolved) positioned.push(message);
    run = [];
  };
  for (const message of messages) {
    if (isInstruction(message) && message.parts.every(({ type }) => type === 'text')) {
      run.push(message);
      continue;
    }
    const converted = isInstruction(message) ? inUsersName(message) : message;
    if (run.length > 0) close(converted);
    positioned.push(converted);
  }
  if (run.length > 0) close();
  if (positioned.some((message, at) => message !== messages[at])) {
    warnings.push({
      kind: 'clamped',
      param: 'messages',
      message:
        'The upstream does not support instructions at some of these positions; the service sends them as user messages.',
    });
  }
  return positioned;
}

/** Whether instructions may stand between two messages. What comes before all else has a field of its own. */
function canInsertBetween(before: Message | undefined, next: Message | undefined): boolean {
  return before === undefined || (before.role !== 'assistant' && (next === undefined || next.role === 'assistant'));
}

function inUsersName({ parts }: Message): Message {
  return {
    role: 'user',
    parts: parts.map((part) => (part.type === 'text' ? { ...part, text: markedInstruction(part.text) } : part)),
  };
}
