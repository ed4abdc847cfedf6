import { isObject, type JsonObject, type JsonValue } from '@org/engine';
import { equalJson } from '../../shared/json-of.js';
import { malformedResponse } from '../../shared/upstream/malformed-response.js';
import { isEmptyArguments } from '../../shared/upstream/empty-arguments.js';
import { joinEntries } from './merge-item.js';
import type { StreamedItem } from './streamed-item.js';

/**
 * Throws where the complete response has more of an item than the client has received: no event can add to it any
 * more. A difference in white space, or a text that says less, does not matter.
 */
export function requireAgreement({ parts: { text } }: StreamedItem, final: JsonObject): void {
  if (isContradiction(text, final)) throw malformedResponse('a response whose end contradicts its stream');
}

function isContradiction(text: string, final: JsonObject): boolean {
  switch (final['type']) {
    case 'message':
      return isMore(joinEntries(final['content']), text);
    case 'reasoning':
      return text !== '' && [final['content'], final['summary']].every((list) => isMore(joinEntries(list), text));
    case 'function_call':
      return hasOtherArguments(final['arguments'], text);
    default:
      return false;
  }
}

function isMore(reported: string, text: string): boolean {
  if (reported === text) return false;
  const [all, part] = [reported.replaceAll(space, ''), text.replaceAll(space, '')];
  return all.length > part.length && all.startsWith(part);
}

function hasOtherArguments(reported: JsonValue | undefined, text: string): boolean {
  if (typeof reported !== 'string' || isEmptyArguments(reported) || reported === text) return false;
  const [final, sent] = [parse(reported), parse(text)];
  return isObject(final) && isObject(sent) && !equalJson(final, sent);
}

function parse(text: string): JsonValue | undefined {
  try {
    return JSON.parse(text) as JsonValue;
  } catch {
    return undefined;
  }
}

const space = /\s+/g;
