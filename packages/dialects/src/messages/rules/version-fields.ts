import type { MessageParam } from '@org/protocol/messages';
import { blocksOf } from '../blocks-of.js';
import type { Rule, Violation } from './rule.js';

/** The version that removed sampling fields and two locations of blocks. */
const strictVersion = '2026-10-21';

/** What version 2026-10-21 took out of requests. */
export const versionFields: Rule = (request, { version }) => {
  if (version !== strictVersion) return undefined;
  for (const field of ['temperature', 'top_p', 'top_k'] as const) {
    if (request[field] !== undefined) return { param: field, message: `${field}: Extra inputs are not permitted` };
  }
  for (const [position, message] of request.messages.entries()) {
    const violation = withdrawnBlock(message, `messages.${position}.content`);
    if (violation !== undefined) return violation;
  }
  return undefined;
};

function withdrawnBlock(message: MessageParam, path: string): Violation | undefined {
  const { role } = message;
  for (const [at, block] of blocksOf(message).entries()) {
    const param = `${path}.${at}`;
    if (role === 'assistant' && block.type === 'document') {
      return { param, message: `${param}: document blocks are not permitted in assistant messages` };
    }
    if (role === 'user' && block.type === 'text' && cites(block)) return citationFault(param);
    if (block.type !== 'search_result') continue;
    const inner = block.content.findIndex(cites);
    if (inner !== -1) return citationFault(`${param}.content.${inner}`);
  }
  return undefined;
}

function cites({ citations }: { readonly citations?: unknown }): boolean {
  return Array.isArray(citations) && citations.length > 0;
}

function citationFault(path: string): Violation {
  const param = `${path}.citations`;
  return { param, message: `${param}: Extra inputs are not permitted` };
}
