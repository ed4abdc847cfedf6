// Forms of other APIs, which clients send by mistake. They are no kinds of tomorrow: left out, the answer would be one to a question
// that nobody asked.
import { EngineError } from '@org/engine';
import type { ContentBlockParam, MessageCreateParams } from '@org/protocol/messages';
import { blocksOf } from '../blocks-of.js';

/** What stands here for a block of another API. */
const blocks: ReadonlyMap<unknown, string> = new Map([
  ['input_text', 'use a block of type "text"'],
  ['output_text', 'use a block of type "text"'],
  ['image_url', 'use a block of type "image" with a source'],
  ['input_image', 'use a block of type "image" with a source'],
  ['input_file', 'use a block of type "document" with a source'],
  ['input_audio', 'this API does not support audio input'],
]);

const toolTypes: ReadonlyMap<unknown, string> = new Map([
  ['function', 'use a tool with the fields name, description and input_schema'],
]);

/** Not asked where the upstream speaks this dialect: it judges by itself. */
export function rejectOtherDialectForms({ messages, tools = [] }: MessageCreateParams): void {
  for (const [position, tool] of tools.entries()) refuseIn(toolTypes, tool, () => `tools.${position}`);
  for (let position = 0; position < messages.length; position += 1) {
    const message = messages[position];
    if (message !== undefined) refuseBlocks(blocksOf(message), () => `messages.${position}.content`);
  }
}

/** `path` is only asked for by a refusal. */
function refuseBlocks(content: readonly ContentBlockParam[], path: () => string): void {
  for (let at = 0; at < content.length; at += 1) {
    const block = content[at];
    // Most blocks are text.
    if (block === undefined || block.type === 'text') continue;
    refuseIn(blocks, block, () => `${path()}.${at}`);
    if (block.type !== 'tool_result' || !Array.isArray(block.content)) continue;
    for (const [inside, nestedBlock] of block.content.entries())
      refuseIn(blocks, nestedBlock, () => `${path()}.${at}.content.${inside}`);
  }
}

function refuseIn(
  forms: ReadonlyMap<unknown, string>,
  { type }: { readonly type?: unknown },
  path: () => string,
): void {
  const form = forms.get(type);
  if (form === undefined) return;
  const param = `${path()}.type`;
  throw new EngineError('invalid-request', `${param}: "${String(type)}" belongs to another API; ${form}`, { param });
}
