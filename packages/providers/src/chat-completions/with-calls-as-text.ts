import type { Message, Part, ToolResultPart, Warning } from '@org/engine';

/**
 * The conversation with its calls and their results in words, for a request that offers no tools: Bedrock refuses calls then, and a tool
 * that is offered for the form only would be called.
 */
export function withCallsAsText(messages: readonly Message[], warnings: Warning[]): readonly Message[] {
  if (!messages.some(({ parts }) => parts.some(isOfCall))) return messages;
  warnings.push({
    kind: 'ignored',
    param: 'tools',
    message:
      'The upstream does not support tool calls in a request without tools; the service sends the calls and their results as text.',
  });
  const names = new Map<string, string>();
  return messages.map((message) => (message.parts.some(isOfCall) ? callsAsText(message, names) : message));
}

function isOfCall({ type }: Part): boolean {
  return type === 'tool-call' || type === 'tool-result';
}

/** `names`: what was called, by the id of the call. */
function callsAsText(message: Message, names: Map<string, string>): Message {
  const parts = message.parts.flatMap((part, index): readonly Part[] => {
    if (part.type === 'tool-result')
      return [{ type: 'text', text: `[Result of ${nameOf(part, names)}]` }, ...part.content];
    if (part.type !== 'tool-call') return [part];
    names.set(part.callId, part.name);
    return [{ type: 'text', text: `${index === 0 ? '' : '\n'}[Called ${part.name} with ${part.argumentsText}]` }];
  });
  return { ...message, role: message.role === 'tool' ? 'user' : message.role, parts };
}

function nameOf({ callId, isError = false }: ToolResultPart, names: ReadonlyMap<string, string>): string {
  const name = names.get(callId) ?? 'a tool';
  return isError ? `${name}, which failed` : name;
}
