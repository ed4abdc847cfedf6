import { EngineError } from '../../errors/engine-error.js';
import type { Message } from '../../model/message.js';
import type { ChainTurn } from '../../ports/store.js';
import { withoutParts } from './without-parts.js';

/** Maximum length of a call id in an error, in characters. */
const maxIdLength = 100;

/** Throws `invalid-request` when a tool result precedes its call or has no call in the conversation. */
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
 * The output messages of a turn. For an incomplete turn, calls without a result are omitted: they were truncated, or
 * the client never received them.
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

/** Omits calls that need no result and have none, because no other API has such calls. */
export function withoutDetachedCalls(conversation: readonly Message[]): readonly Message[] {
  const hasResult = hasResultIn(conversation);
  return conversation.flatMap((message) =>
    withoutParts(message, (part) => part.type === 'tool-call' && part.detached === true && !hasResult(part.callId)),
  );
}

/** Returns a predicate for whether the messages hold the result of a call. */
export function hasResultIn(messages: readonly Message[]): (callId: string) => boolean {
  let resultCallIds: ReadonlySet<string> | undefined;
  return (callId) => {
    resultCallIds ??= new Set(
      messages.flatMap(({ parts }) => parts.flatMap((part) => (part.type === 'tool-result' ? [part.callId] : []))),
    );
    return resultCallIds.has(callId);
  };
}
