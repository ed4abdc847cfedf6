import type { GenerationEvent, PartDelta } from './generation-event.js';
import type { GenerationResult } from './generation-result.js';
import type { Part, TextPart } from './part.js';

/**
 * The events of a finished result, with its texts split into deltas of at most `deltaLength` UTF-16 units. Default:
 * one delta. A text with log probabilities is one delta, because they belong to its tokens.
 */
export function* replay(result: GenerationResult, deltaLength = Number.MAX_SAFE_INTEGER): Generator<GenerationEvent> {
  const edits = result.edits === undefined ? {} : { edits: result.edits };
  const sampled = result.sampling === undefined ? {} : { sampling: result.sampling };
  const tier = result.serviceTier === undefined ? {} : { serviceTier: result.serviceTier };
  const extensionFields = result.extensions === undefined ? {} : { extensions: result.extensions };
  yield {
    type: 'generation-start',
    model: result.model,
    usage: { ...result.usage, outputTokens: 0, reasoningTokens: 0 },
    warnings: result.warnings,
    ...sampled,
    ...tier,
    ...edits,
    ...extensionFields,
  };
  for (const [index, part] of result.parts.entries()) {
    yield { type: 'part-start', index, part: skeleton(part) };
    const length = hasLogprobs(part) ? Number.MAX_SAFE_INTEGER : deltaLength;
    for (const text of split(growingText(part) ?? '', length))
      yield { type: 'part-delta', index, delta: deltaOf(part, text) };
    yield { type: 'part-end', index, part };
  }
  yield { type: 'generation-end', finishReason: result.finishReason, usage: result.usage, ...tier, ...extensionFields };
}

/**
 * A part as `part-start` carries it: growing fields are empty, and fields known only at the end are absent.
 * Extensions are present from the start, because a dialect stores ids in them, and those are fixed.
 */
export function skeleton(part: Part): Part {
  const extensionFields = part.extensions === undefined ? {} : { extensions: part.extensions };
  switch (part.type) {
    case 'text':
      return { type: 'text', text: '', ...(part.refusal === true && { refusal: true }), ...extensionFields };
    case 'reasoning':
      return { type: 'reasoning', text: '', ...extensionFields };
    case 'tool-call':
      return { ...part, argumentsText: '' };
    case 'tool-result':
    case 'media':
    case 'opaque':
      return part;
  }
}

/** The text of `part` that deltas grow, or `undefined` when it does not grow. */
export function growingText(part: Part): string | undefined {
  switch (part.type) {
    case 'text':
    case 'reasoning':
      return part.text;
    case 'tool-call':
      return part.argumentsText;
    case 'tool-result':
    case 'media':
    case 'opaque':
      return undefined;
  }
}

function deltaOf(part: Part, text: string): PartDelta {
  switch (part.type) {
    case 'tool-call':
      return { type: 'arguments', text };
    case 'reasoning':
      return { type: 'reasoning', text };
    default:
      return { type: 'text', text, ...(hasLogprobs(part) && { logprobs: part.logprobs }) };
  }
}

function hasLogprobs(part: Part): part is TextPart & Required<Pick<TextPart, 'logprobs'>> {
  return part.type === 'text' && part.logprobs !== undefined && part.logprobs.length > 0;
}

function* split(text: string, length: number): Generator<string> {
  for (let start = 0; start < text.length; start += length) yield text.slice(start, start + length);
}
