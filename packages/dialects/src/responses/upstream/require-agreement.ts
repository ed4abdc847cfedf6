import { isObject, type JsonObject, type JsonValue } from '@org/engine';
import { equalJson } from '../../shared/json-of.js';
import { malformedResponse } from '../../shared/upstream/malformed-response.js';
import { isEmptyArguments } from '../../shared/upstream/empty-arguments.js';
import { joinEntries } from './merge-item.js';
import type { StreamedItem } from './streamed-item.js';

/** What else a comparison with the complete response depends on. */
export interface Agreement {
  /** Whether deltas arrived in order. */
  readonly isOrdered: boolean;
  /** Text of earlier items with the same id, which an item may repeat. */
  readonly before: string;
}

/**
 * Throws where the complete response has more of an item than the client has received: no event can add to it any
 * more. A difference in white space, or a shorter text, does not matter, unless deltas arrived out of order.
 */
export function requireAgreement(
  { parts: { text } }: StreamedItem,
  final: JsonObject,
  { isOrdered, before }: Agreement,
): void {
  if (text === undefined) return;
  const differs = (reported: string): boolean =>
    reported !== before + text &&
    (isOrdered ? lacksDeltas(reported, text) : reported !== '' && !isSame(reported, text));
  if (isContradiction(text, final, differs)) throw malformedResponse('a response whose end contradicts its stream');
}

function isContradiction(text: string, final: JsonObject, differs: (reported: string) => boolean): boolean {
  switch (final['type']) {
    case 'message':
      return differs(joinEntries(final['content']));
    case 'reasoning':
      return text !== '' && textsOf(final).every(differs) && textsOf(final).length > 0;
    case 'function_call':
      return hasOtherArguments(final['arguments'], text);
    default:
      return false;
  }
}

/** The model's own wording and its summary: the client has received either. */
function textsOf({ content, summary }: JsonObject): readonly string[] {
  return [joinEntries(content), joinEntries(summary)].filter((text) => text !== '');
}

function isSame(reported: string, text: string): boolean {
  return reported === text || reported.replaceAll(space, '') === text.replaceAll(space, '');
}

/** Whether the streamed text is what remains of the reported one without some of its deltas. */
export function lacksDeltas(reported: string, text: string): boolean {
  if (reported.length <= text.length) return false;
  const complete = reported.replaceAll(space, '');
  const remains = text.replaceAll(space, '');
  let at = 0;
  for (let index = 0; index < complete.length && at < remains.length; index += 1)
    if (complete.charCodeAt(index) === remains.charCodeAt(at)) at += 1;
  return at === remains.length && complete.length > remains.length;
}

function hasOtherArguments(reported: JsonValue | undefined, text: string): boolean {
  if (typeof reported !== 'string' || isEmptyArguments(reported) || reported === text) return false;
  const final = parse(reported);
  return isObject(final) && !equalJson(final, parse(text));
}

function parse(text: string): JsonValue | undefined {
  try {
    return JSON.parse(text) as JsonValue;
  } catch {
    return undefined;
  }
}

const space = /\s+/g;
