// Content of a `compaction` item: the signed and encrypted summary that replaces a conversation.
import { type Extensions, isObject, type JsonObject } from '@org/engine';
import type { DecryptContent } from './decode/decode-reasoning.js';
import { passthroughFieldsOf } from './extensions.js';

/**
 * Content of an item created in the middle of a conversation: the summary, and the fact that it replaces everything
 * before it. An item for a client that stores the conversation itself holds only the summary, because what precedes
 * it continues too.
 */
export function encryptSummary(
  { text, extensions }: { readonly text: string; readonly extensions?: Extensions },
  encrypt: (text: string) => string,
): string {
  return encrypt(
    passthroughFieldsOf(extensions).keepsEarlier === true ? text : JSON.stringify({ replacesEarlier: text }),
  );
}

/** The text of an item; undefined when another signer encrypted it. */
export function openSummary(
  data: string,
  open: DecryptContent,
): { readonly text: string; readonly replacesEarlier?: true } | undefined {
  const text = open(data, 'compaction');
  if (text === undefined) return undefined;
  const replacement = readReplacement(text);
  return replacement === undefined ? { text } : { text: replacement, replacesEarlier: true };
}

function readReplacement(text: string): string | undefined {
  if (!text.startsWith('{"replacesEarlier":')) return undefined;
  const parsed: JsonObject = JSON.parse(text);
  const { replacesEarlier } = isObject(parsed) ? parsed : {};
  return typeof replacesEarlier === 'string' ? replacesEarlier : undefined;
}
