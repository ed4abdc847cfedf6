import type { ContentBlockParam, MessageParam } from '@org/protocol/messages';

/** The blocks of a message; a plain string has none. */
export function blocksOf({ content }: MessageParam): readonly ContentBlockParam[] {
  return Array.isArray(content) ? content : [];
}
