import { EngineError } from '../../errors/engine-error.js';
import type { Message } from '../../model/message.js';
import type { ChainTurn } from '../../ports/store.js';
import { withoutParts } from './without-parts.js';

/** Longest call id that an error repeats. */
const maxIdLength = 100;

/** Throws `invalid-request` when a tool result stands before its call or has none in the whole conversation. */
export function checkToolPairing(conversation: readonly Message[], param: string): void {
  const calls = new Set<string>();
  for (const { parts } of conversation) {
    for (const part of parts) {
      if (part.type === 'tool-call') calls.add(part.callId);
      if (part.type === 'tool-result' && !calls.has(part.callId)) {
        throw new EngineError(
          'invalid-request',
          `No tool call found for the tool result with call id '${part.callId.slice(0, maxIdLength)}'.`,
          { param },
        );
      }
    }
  }
}

/** Throws `invalid-request` when a call has no result: a model that sees one without the other repeats or invents it. */
export function checkCallsHaveResults(conversation: readonly Message[], param: string): void {
  const open = new Set<string>();
  for (const { parts } of conversation) {
    for (const part of parts) {
      if (part.type === 'tool-call' && part.detached !== true) open.add(part.callId);
      else if (part.type === 'tool-result') open.delete(part.callId);
    }
  }
  const [first] = open;
  if (first !== undefined)
    throw new EngineError(
      'invalid-request',
      `No tool output found for the call with id '${first.slice(0, maxIdLength)}', which an earlier turn ended with.`,
      { param },
    );
}

/**
 * What a turn said. Of one that did not come to its end, calls are left out that nobody answered: they were cut, or
 * their client never got to know them.
 */
export function messagesOfTurn(
  { input, output, status }: ChainTurn,
  hasResult: (callId: string) => boolean,
): readonly Message[] {
  if (status === 'completed') return [...input, ...output];
  return [
    ...input,
    ...output.flatMap((message) =>
      withoutParts(message, (part) => part.type === 'tool-call' && !hasResult(part.callId)),
    ),
  ];
}

/** Calls that need no result and have none are left out: no other wire knows such calls. */
export function withoutDetachedCalls(conversation: readonly Message[]): readonly Message[] {
  const hasResult = hasResultIn(conversation);
  return conversation.flatMap((message) =>
    withoutParts(message, (part) => part.type === 'tool-call' && part.detached === true && !hasResult(part.callId)),
  );
}

/** Whether a message holds the result of a call. */
export function hasResultIn(messages: readonly Message[]): (callId: string) => boolean {
  let resultCallIds: ReadonlySet<string> | undefined;
  return (callId) => {
    resultCallIds ??= new Set(
      messages.flatMap(({ parts }) => parts.flatMap((part) => (part.type === 'tool-result' ? [part.callId] : []))),
    );
    return resultCallIds.has(callId);
  };
}
