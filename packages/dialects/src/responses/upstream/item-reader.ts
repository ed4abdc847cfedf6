// Items of a streamed response as neutral parts, each while it grows.
import { type JsonObject, type Part, skeleton, type ToolIdentity } from '@org/engine';
import type { ResponseOutputItem } from '@org/protocol/responses';
import { verbatim } from '../../shared/json-of.js';
import { malformedResponse } from '../../shared/upstream/malformed-response.js';
import type { PartStream } from '../../shared/upstream/part-stream.js';
import { decodeItem } from '../decode/decode-item.js';
import { progressOf, WrittenText } from '../encode/hosted-progress.js';

/** One item: `take` while it is open, `finish` once, with the item as it became. */
export interface ItemReader {
  take(event: JsonObject): void;
  finish(item: JsonObject): void;
}

export interface ItemContext {
  readonly parts: PartStream;
  readonly signer: string;
  /** Whether the client speaks this dialect. */
  readonly sameDialect: boolean;
  /** What the messages said that are over, by their ids. */
  readonly messageTexts: Map<string, string>;
  /** What the upstream's name of a tool stands for; undefined where tools travel as the client named them. */
  readonly toolOf: ((name: string) => ToolIdentity) | undefined;
}

/** The parts of a finished item. Nothing of an upstream can be opened here. */
export function partsOf(item: JsonObject): readonly Part[] {
  const known: ResponseOutputItem = verbatim(item);
  return decodeItem(known, () => undefined, { field: 'output', index: 0 }).parts;
}

/** Emits parts that come whole. */
export function emitCompleteParts(parts: readonly Part[], stream: PartStream): void {
  for (const part of parts) {
    stream.open(skeleton(part));
    growTo(part, '', stream);
    stream.close(part);
  }
}

/**
 * Emits what is missing of the text of `part`, of which `grown` was emitted. Returns the part as it ends: what was shown
 * stands, where the end tells another text.
 */
export function growTo(part: Part, grown: string, stream: PartStream): Part {
  switch (part.type) {
    case 'text': {
      const text = reconcileText(part.text, grown);
      stream.grow({
        type: 'text',
        text: text.slice(grown.length),
        ...(grown === '' && part.logprobs !== undefined && { logprobs: part.logprobs }),
      });
      return text === part.text ? part : { ...part, text };
    }
    case 'reasoning': {
      const text = reconcileText(part.text, grown);
      stream.grow({ type: 'reasoning', text: text.slice(grown.length) });
      return text === part.text ? part : { ...part, text };
    }
    case 'tool-call': {
      const argumentsText = reconcileText(part.argumentsText, grown);
      stream.grow({ type: 'arguments', text: argumentsText.slice(grown.length) });
      return argumentsText === part.argumentsText ? part : { ...part, argumentsText };
    }
    case 'tool-result':
    case 'media':
    case 'opaque':
      return part;
  }
}

function reconcileText(reported: string, grown: string): string {
  return reported.startsWith(grown) ? reported : grown;
}

/** The item without what is only known at its end. A status that is told with it is that of an item in progress, which is cut as such. */
export function opening(item: JsonObject): JsonObject {
  if (item['status'] === 'in_progress') return item;
  const { status: _, ...fixed } = item;
  return fixed;
}

/** An item without neutral meaning, and every other that comes whole: it is shown as soon as it is there. */
export class CompleteItemReader implements ItemReader {
  readonly #context: ItemContext;
  readonly #opened: boolean;
  readonly #written = new WrittenText();

  constructor(item: JsonObject, context: ItemContext) {
    this.#context = context;
    const [first, ...others] = partsOf(item);
    const isKnown =
      (first?.type === 'opaque' && !(isFromOtherDialect(context) && first.apiType === pictureType)) ||
      first?.type === 'tool-call';
    this.#opened = isKnown && others.length === 0;
    if (this.#opened && first !== undefined) context.parts.open(skeleton(first));
  }

  take(event: JsonObject): void {
    const progress = this.#opened ? progressOf(event) : undefined;
    if (progress === undefined) return;
    for (const reported of this.#written.reconcileEvent(progress)) {
      this.#written.take(reported);
      this.#context.parts.emitOpaque(reported);
    }
  }

  finish(item: JsonObject): void {
    const parts = partsOf(item);
    const [first] = parts;
    if (!this.#opened)
      emitCompleteParts(isFromOtherDialect(this.#context) ? parts.map(pictured) : parts, this.#context.parts);
    else if (first?.type === 'opaque' && parts.length === 1)
      this.#context.parts.close(this.#written.reconcilePart(first));
    else if (first?.type === 'tool-call' && parts.length === 1)
      this.#context.parts.close(growTo(first, '', this.#context.parts));
    else throw malformedResponse('an item whose done event has another type than its added event');
  }
}

const pictureType = 'image_generation_call';

/** Whether the client speaks another dialect. */
function isFromOtherDialect({ sameDialect }: ItemContext): boolean {
  return !sameDialect;
}

/** A picture that the model made is one in every dialect. */
function pictured(part: Part): Part {
  if (part.type !== 'opaque' || part.apiType !== pictureType) return part;
  const { result, output_format: format } = part.value;
  if (typeof result !== 'string' || result === '') return part;
  return {
    type: 'media',
    media: 'image',
    source: { type: 'base64', mediaType: `image/${typeof format === 'string' ? format : 'png'}`, data: result },
  };
}
