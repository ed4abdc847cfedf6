// What single messages ask for and do not get.
import type { JsonObject } from '@org/engine/model/json';
import type { Warning } from '@org/engine/model/warning';
import type { ContentBlockParam, MessageParam } from '@org/protocol/messages';
import { jsonOf, objectOf } from '../shared/json-of.js';
import { blocksOf } from './blocks-of.js';
import { hasContext } from './media.js';

/** In the order of the messages. */
export function messageWarnings(messages: readonly MessageParam[]): readonly Warning[] {
  const warnings: Warning[] = [];
  for (let at = 0; at < messages.length; at += 1) {
    const message = messages[at];
    if (message === undefined) continue;
    if (message.role === 'system' && message.clear_at === 'next_user_message') {
      warnings.push({ kind: 'ignored', param: `messages.${at}.clear_at`, message: 'The message stays when the user has spoken again.' });
    }
    const blocks = blocksOf(message);
    for (let place = 0; place < blocks.length; place += 1) {
      const block = blocks[place];
      if (block !== undefined) warnOfContexts(block, at, place, warnings);
    }
  }
  return warnings;
}

/** Of a document, and of those in a tool result. */
function warnOfContexts(block: ContentBlockParam, at: number, place: number, warnings: Warning[]): void {
  if (block.type === 'document' && losesContext(jsonOf(block))) warnings.push(contextLost(`messages.${at}.content.${place}`));
  if (block.type !== 'tool_result' || !Array.isArray(block.content)) return;
  let inside = -1;
  for (const shown of block.content) {
    inside += 1;
    if (shown.type === 'document' && losesContext(jsonOf(shown))) warnings.push(contextLost(`messages.${at}.content.${place}.content.${inside}`));
  }
}

/** A file is handed to the model as it is; a text and blocks are shown in words, with their context. */
function losesContext(block: JsonObject): boolean {
  const { type } = objectOf(block['source']);
  return hasContext(block) && (type === 'base64' || type === 'url' || type === 'file');
}

function contextLost(path: string): Warning {
  return { kind: 'dropped', param: `${path}.context`, message: 'The model is shown the file without its context.' };
}
