import { EngineError } from '@org/engine';
import type { ContentBlockParam, MessageParam } from '@org/protocol/messages';
import { jsonOf } from '../../shared/json-of.js';
import { blocksOf } from '../blocks-of.js';
import { isUnsupported } from '../decode/is-unsupported.js';

/**
 * Rejects a user message of which nothing reaches the model, which would respond as if the user had sent nothing.
 * Blocks that are lost among others cause a warning. `readsUploads`: code of the model can read `container_upload` blocks.
 */
export function refuseUnsupportedMessages(messages: readonly MessageParam[], readsUploads: boolean): void {
  for (let at = 0; at < messages.length; at += 1) {
    const message = messages[at];
    if (message?.role !== 'user') continue;
    const blocks = blocksOf(message);
    const [first] = blocks;
    if (
      first === undefined ||
      !blocks.every((block) => isThinkingBlock(block) || isUnsupported(jsonOf(block), readsUploads))
    )
      continue;
    const param = `messages.${at}.content`;
    throw new EngineError(
      'unsupported',
      `${param}: the service cannot send any block of this message, such as '${String(first.type)}', to the model; add a supported block`,
      { param },
    );
  }
}

/** Thinking blocks in a user message are shown to no model. */
function isThinkingBlock({ type }: ContentBlockParam): boolean {
  return type === 'thinking' || type === 'redacted_thinking';
}
