import { EngineError } from '@org/engine';
import { isUnsupportedContent } from '../decode/decode-content.js';
import { pathOf, type ResolvedItem } from '../decode/resolve-items.js';

/** A message of the user of which nothing reaches the model would be answered as if the user had said nothing. Content that gets lost beside other content leaves a warning. */
export function refuseUnsupportedMessages(items: readonly ResolvedItem[]): void {
  for (const resolved of items) {
    const { item } = resolved;
    if ((item.type !== 'message' && item.type !== undefined) || item.role !== 'user') continue;
    const { content } = item;
    if (typeof content === 'string') continue;
    const [first] = content;
    if (first === undefined || !content.every(isUnsupportedContent)) continue;
    const param = `${pathOf(resolved)}.content`;
    throw new EngineError(
      'unsupported',
      `Unsupported value: the service cannot send any part of '${param}', such as '${String(first.type)}', to the model. Add a supported part.`,
      { param },
    );
  }
}
