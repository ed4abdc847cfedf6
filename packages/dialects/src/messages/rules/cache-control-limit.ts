import { blocksOf } from '../blocks-of.js';
import type { Rule } from './rule.js';

const limit = 4;

/**
 * Allows at most four cache breakpoints, counted over tools, system and messages, including nested tool result
 * content.
 */
export const cacheControlLimit: Rule = ({ cache_control: top, system, tools, messages }) => {
  let found = top == null ? 0 : 1;
  found += marked(tools ?? []) + marked(Array.isArray(system) ? system : []);
  for (const message of messages) {
    const blocks = blocksOf(message);
    found += marked(blocks);
    for (const block of blocks)
      if (block.type === 'tool_result' && Array.isArray(block.content)) found += marked(block.content);
  }
  if (found <= limit) return undefined;
  return {
    param: 'cache_control',
    message: `A maximum of ${limit} blocks with cache_control may be provided. Found ${found}.`,
  };
};

function marked(values: readonly object[]): number {
  let count = 0;
  for (const value of values) if ((value as { readonly cache_control?: unknown }).cache_control != null) count += 1;
  return count;
}
