import { type ConversationItem, type Page, runNow, runYielding, type Steps, YieldTimer } from '@org/engine/storage';
import { freeContent } from './free-content.js';
import { isLongContent, parseInSteps } from './parse-in-steps.js';

/** Decrypts and decodes an item that was read: that takes no database. */
export type DecodeItem = () => ConversationItem | Promise<ConversationItem>;

/** The item in a content, which `decrypt` makes readable. Yields to the event loop while it decrypts a long one. */
export function decodeItem(content: Uint8Array, decrypt: Steps<Buffer>): ConversationItem | Promise<ConversationItem> {
  return isLongContent(content) ? runYielding(parsed(decrypt)) : runNow(parsed(decrypt));
}

/** Decodes the items of a page one by one. */
export async function decodePage({ entries, hasMore }: Page<DecodeItem>): Promise<Page<ConversationItem>> {
  const yieldTimer = new YieldTimer();
  const items: ConversationItem[] = [];
  for (const decode of entries) {
    items.push(await decode());
    if (yieldTimer.due) await yieldTimer.yieldToEventLoop();
  }
  return { entries: items, hasMore };
}

function* parsed(decrypt: Steps<Buffer>): Steps<ConversationItem> {
  const json = yield* decrypt;
  // The service wrote this text, so its shape is known.
  const item = (yield* parseInSteps(json, (value) => value)) as ConversationItem;
  freeContent(json);
  return item;
}
