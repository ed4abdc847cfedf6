// What single messages ask for and do not get.
import { type JsonObject, objectOf, type Warning } from '@org/engine';
import type { MessageParam } from '@org/protocol/messages';
import { jsonOf } from '../../shared/json-of.js';
import { blocksOf } from '../blocks-of.js';
import { type HitSigner, openHits } from '../hosted-tools/encrypted-hits.js';
import { hasContext } from '../media.js';
import { isUnsupported } from './is-unsupported.js';

/** What reads the blocks of a request. */
export interface BlockReaders {
  /** Reads what a search found. */
  readonly signer: HitSigner;
  /** Whether code of the model can read the files of `container_upload` blocks. */
  readonly readsUploads: boolean;
}

/** In the order of the messages. */
export function messageWarnings(messages: readonly MessageParam[], readers: BlockReaders): readonly Warning[] {
  const warnings: Warning[] = [];
  for (let at = 0; at < messages.length; at += 1) {
    const message = messages[at];
    if (message === undefined) continue;
    if (message.role === 'system' && message.clear_at === 'next_user_message') {
      warnings.push({
        kind: 'ignored',
        param: `messages.${at}.clear_at`,
        message: 'The service does not clear the message after the next user message.',
      });
    }
    const blocks = blocksOf(message);
    for (let index = 0; index < blocks.length; index += 1) {
      const block = blocks[index];
      // Most blocks are text.
      if (block !== undefined && block.type !== 'text')
        warnOfBlock(jsonOf(block), `messages.${at}.content.${index}`, readers, warnings);
    }
  }
  return warnings;
}

/** Of a block, and of those in a tool result. */
function warnOfBlock(block: JsonObject, path: string, readers: BlockReaders, warnings: Warning[]): void {
  const { type, content } = block;
  if (type === 'tool_result') {
    if (Array.isArray(content))
      for (const [inside, nestedBlock] of content.entries())
        warnOfBlock(jsonOf(nestedBlock), `${path}.content.${inside}`, readers, warnings);
    return;
  }
  if (isUnsupported(block, readers.readsUploads)) {
    warnings.push({
      kind: 'dropped',
      param: path,
      message: `The service does not send '${String(type)}' to the model.`,
    });
    return;
  }
  if (type === 'web_search_tool_result') warnOfHits(block, path, readers.signer, warnings);
  if (type === 'document') warnOfImages(block, path, warnings);
  if (type === 'document' && losesContext(block))
    warnings.push({
      kind: 'dropped',
      param: `${path}.context`,
      message: 'The service sends the file to the model without its context.',
    });
}

/** The model receives the titles and URLs of hits that another service or owner received, or that were changed. */
function warnOfHits(block: JsonObject, path: string, signer: HitSigner, warnings: Warning[]): void {
  const { unreadable, hits } = openHits(block['content'], signer);
  if (unreadable === 0) return;
  warnings.push({
    kind: 'dropped',
    param: `${path}.content`,
    message: `The service cannot decrypt the content of ${unreadable} of ${hits.length} search results; the model receives their titles and URLs.`,
  });
}

/** The model sees a document of blocks as text. */
function warnOfImages({ source }: JsonObject, path: string, warnings: Warning[]): void {
  const { content } = objectOf(source);
  if (!Array.isArray(content)) return;
  for (const [inside, nestedBlock] of content.entries()) {
    const { type } = objectOf(nestedBlock);
    if (type !== 'text')
      warnings.push({
        kind: 'dropped',
        param: `${path}.source.content.${inside}`,
        message: `The service does not send '${String(type)}' in a document to the model.`,
      });
  }
}

/** The model receives a file unchanged; a text and blocks appear as text, with their context. */
function losesContext(block: JsonObject): boolean {
  const { type } = objectOf(block['source']);
  return hasContext(block) && (type === 'base64' || type === 'url' || type === 'file');
}
