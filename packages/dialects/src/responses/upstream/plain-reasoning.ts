// Reasoning that an upstream said in plain words, on its way back: vLLM, SGLang and llama.cpp want an id, a list for the summary, and the
// words in one content.
import type { ReasoningPart } from '@org/engine';
import { passthroughFieldsOf, toExtensions } from '../extensions.js';

/** The part as the item that the upstream said; clients may have lost its id and its content. */
export function asPlainItem(part: ReasoningPart, nth: number): ReasoningPart {
  const { item } = passthroughFieldsOf(part.extensions);
  // A summary that says what the text says is not kept beside it.
  if (
    item !== undefined &&
    (item['summary'] === undefined || hasEntries(item['summary'])) &&
    !hasEntries(item['content'])
  )
    return part;
  return asText(part, nth);
}

/** The same with the words in a content, where a summary was all that was said, too. */
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
