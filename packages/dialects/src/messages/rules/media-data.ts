import { isObject, type JsonObject } from '@org/engine';
import { jsonOf } from '../../shared/json-of.js';
import { blocksOf } from '../blocks-of.js';
import type { Rule, Violation } from './rule.js';

/**
 * Number of characters checked. Invalid base64 shows at once: a path, a URL, the bytes themselves. Scanning megabytes
 * would find no more.
 */
const maxInspectedCharacters = 1_000;
const notBase64 = /[^A-Za-z0-9+/=_\s-]/;

/**
 * Images and files must have valid bytes. Unreadable data breaks the complete conversation, because every turn
 * resends it.
 */
export const mediaData: Rule = ({ messages }) => {
  let position = -1;
  for (const message of messages) {
    position += 1;
    let at = -1;
    for (const block of blocksOf(message)) {
      at += 1;
      if (block.type === 'text') continue;
      const violation = faultOf(jsonOf(block), () => `messages.${position}.content.${at}`);
      if (violation !== undefined) return violation;
    }
  }
  return undefined;
};

/** Of a block, or of those in a tool result. `path` is only asked for by a violation. */
function faultOf({ type, source, content }: JsonObject, path: () => string): Violation | undefined {
  if (type === 'tool_result') {
    if (!Array.isArray(content)) return undefined;
    for (const [inside, nestedBlock] of content.entries()) {
      const violation = isObject(nestedBlock) ? faultOf(nestedBlock, () => `${path()}.content.${inside}`) : undefined;
      if (violation !== undefined) return violation;
    }
    return undefined;
  }
  if (
    (type !== 'image' && type !== 'document') ||
    !isObject(source) ||
    source['type'] !== 'base64' ||
    typeof source['data'] !== 'string'
  )
    return undefined;
  const fault = faultIn(source['data']);
  if (fault === undefined) return undefined;
  const param = `${path()}.source.data`;
  return { param, message: `${param}: ${type} ${fault}` };
}

function faultIn(data: string): string | undefined {
  if (data.trim() === '') return 'cannot be empty';
  if (data.startsWith('data:')) return 'should be base64 alone, without the beginning of a data URL';
  return notBase64.test(data.slice(0, maxInspectedCharacters)) ? 'should be valid base64' : undefined;
}
