// Returns an upstream's plain-text reasoning to it: vLLM, SGLang and llama.cpp require an id, a list as the summary,
// and the text in one content.
import type { ReasoningPart } from '@org/engine';
import { passthroughFieldsOf, toExtensions } from '../extensions.js';

/** The part as the item that the upstream sent; clients may have lost its id and content. */
export function asPlainItem(part: ReasoningPart, nth: number): ReasoningPart {
  const { item } = passthroughFieldsOf(part.extensions);
  // A summary that equals the text is not stored separately.
  if (
    item !== undefined &&
    (item['summary'] === undefined || hasEntries(item['summary'])) &&
    !hasEntries(item['content'])
  )
    return part;
  return asText(part, nth);
}

/** Like the plain item, but with the text as content, even where the upstream sent only a summary. */
export function asText(part: ReasoningPart, nth: number): ReasoningPart {
  const { id, content, ...others } = passthroughFieldsOf(part.extensions).item ?? {};
  return {
    ...part,
    extensions: toExtensions({
      item: {
        id: typeof id === 'string' && id !== '' ? id : `rs_${nth}`,
        summary: [],
        ...others,
        content: hasEntries(content) ? content : [{ type: 'reasoning_text', text: part.text }],
      },
    }),
  };
}

function hasEntries(value: unknown): boolean {
  return Array.isArray(value) && value.length > 0;
}
