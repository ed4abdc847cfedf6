// What a `compaction` item holds: the summary that stands for a conversation, sealed.
import { type Extensions, isObject, type JsonObject } from '@org/engine';
import type { DecryptContent } from './decode/decode-reasoning.js';
import { passthroughFieldsOf } from './extensions.js';

/**
 * What an item that was made in the middle of a conversation holds: the summary, and that it stands for all before it. One
 * that was made for a client which keeps the conversation itself holds the summary alone, because what it comes behind goes on, too.
 */
export function encryptSummary(
  { text, extensions }: { readonly text: string; readonly extensions?: Extensions },
  encrypt: (text: string) => string,
): string {
  return encrypt(
    passthroughFieldsOf(extensions).keepsEarlier === true ? text : JSON.stringify({ replacesEarlier: text }),
  );
}

/** The text of an item; undefined when it is not ours. */
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
