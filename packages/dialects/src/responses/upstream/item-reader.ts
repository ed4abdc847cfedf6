// Items of a streamed response as neutral parts, each while it grows.
import { type JsonObject, type Part, skeleton, type ToolIdentity } from '@org/engine';
import type { ResponseOutputItem } from '@org/protocol/responses';
import { verbatim } from '../../shared/json-of.js';
import { malformedResponse } from '../../shared/upstream/malformed-response.js';
import { decodeItem } from '../decode/decode-item.js';
import { progressOf, WrittenText } from '../encode/server-tool-progress.js';
import type { PartSink } from './item-parts.js';

/** Throws where the difference shows that deltas are missing. */
export type Reconcile = (reported: string, grown: string) => string;

/** Reads one item: `take` while it is open, `finish` once, with the final item. */
export interface ItemReader {
  take(event: JsonObject): void;
  finish(item: JsonObject): void;
}

export interface ItemContext {
  readonly parts: PartSink;
  readonly signer: string;
  /** Whether the client speaks this dialect. */
  readonly sameDialect: boolean;
  /** Texts of finished messages, by message id. */
  readonly messageTexts: Map<string, string>;
  /** The id that the upstream gave the item: the item that a reader gets lacks an id that is not unique. */
  readonly upstreamId: string | undefined;
  /** The final text, where the reported text does not continue the one that has grown. */
  readonly reconcile: Reconcile;
  /** Maps the upstream's tool name to the client's tool; undefined where tools keep the client's names. */
  readonly toolOf: ((name: string) => ToolIdentity) | undefined;
  /** Names of the client's custom tools. Some servers call them as functions. */
  readonly customNames: ReadonlySet<string>;
}

/** Parts of a finished item. The service cannot decrypt an upstream's content here. */
export function partsOf(item: JsonObject): readonly Part[] {
  const known: ResponseOutputItem = verbatim(item);
  return decodeItem(known, () => undefined, { field: 'output', index: 0 }).parts;
}

/** Emits parts that arrive complete. */
export function emitCompleteParts(parts: readonly Part[], stream: PartSink): void {
  for (const part of parts) {
    stream.open(skeleton(part));
    emitRemaining(part, '', stream);
    stream.close(part);
  }
}

/** Emits the missing text of `part`, of which `grown` was already emitted. Returns the final part. */
export function emitRemaining(
  part: Part,
  grown: string,
  stream: PartSink,
  reconcile: Reconcile = (text) => text,
): Part {
  switch (part.type) {
    case 'text': {
      const text = reconcileText(part.text, grown, reconcile);
      stream.append({
        type: 'text',
        text: remainder(text, grown),
        ...(grown === '' && part.logprobs !== undefined && { logprobs: part.logprobs }),
      });
      return text === part.text ? part : { ...part, text };
    }
    case 'reasoning': {
      const text = reconcileText(part.text, grown, reconcile);
      stream.append({ type: 'reasoning', text: remainder(text, grown) });
      return text === part.text ? part : { ...part, text };
    }
    case 'tool-call': {
      const argumentsText = reconcileText(part.argumentsText, grown, reconcile);
      stream.append({ type: 'arguments', text: remainder(argumentsText, grown) });
      return argumentsText === part.argumentsText ? part : { ...part, argumentsText };
    }
    case 'tool-result':
    case 'media':
    case 'opaque':
      return part;
  }
}

function reconcileText(reported: string, grown: string, reconcile: Reconcile): string {
  return reported.startsWith(grown) ? reported : reconcile(reported, grown);
}

/** A text that replaces the one that has grown cannot be appended to it: it is in the final part alone. */
function remainder(text: string, grown: string): string {
  return text.startsWith(grown) ? text.slice(grown.length) : '';
}

/**
 * The item without members known only at its end. A reported status becomes that of an item in progress, which
 * truncation expects.
 */
export function opening(item: JsonObject): JsonObject {
  if (item['status'] === 'in_progress') return item;
  const { status: _, ...fixed } = item;
  return fixed;
}

/** Reads an item without neutral meaning, or any other that arrives complete, and emits it as soon as it arrives. */
export class CompleteItemReader implements ItemReader {
  readonly #context: ItemContext;
  readonly #opened: boolean;
  readonly #written = new WrittenText();

  constructor(item: JsonObject, context: ItemContext) {
    this.#context = context;
    const [first, ...others] = partsOf(item);
    const isKnown =
      (first?.type === 'opaque' && !(isFromOtherDialect(context) && first.apiType === imageCallType)) ||
      first?.type === 'tool-call';
    this.#opened = isKnown && others.length === 0;
    if (this.#opened && first !== undefined) context.parts.open(skeleton(first));
  }

  take(event: JsonObject): void {
    const progress = this.#opened ? progressOf(event) : undefined;
    if (progress === undefined) return;
    for (const reported of this.#written.reconcileEvent(progress)) {
      this.#written.push(reported);
      this.#context.parts.emitOpaque(reported);
    }
  }

  finish(item: JsonObject): void {
    const parts = partsOf(item);
    const [first] = parts;
    if (!this.#opened)
      emitCompleteParts(isFromOtherDialect(this.#context) ? parts.map(toImagePart) : parts, this.#context.parts);
    else if (first?.type === 'opaque' && parts.length === 1)
      this.#context.parts.close(this.#written.reconcilePart(first));
    else if (first?.type === 'tool-call' && parts.length === 1)
      this.#context.parts.close(emitRemaining(first, '', this.#context.parts));
    else throw malformedResponse('an item whose done event has another type than its added event');
  }
}

const imageCallType = 'image_generation_call';

/** Whether the client speaks another dialect. */
function isFromOtherDialect({ sameDialect }: ItemContext): boolean {
  return !sameDialect;
}

/** An image that the model made is an image in every dialect. */
function toImagePart(part: Part): Part {
  if (part.type !== 'opaque' || part.apiType !== imageCallType) return part;
  const { result, output_format: format } = part.value;
  if (typeof result !== 'string' || result === '') return part;
  return {
    type: 'media',
    media: 'image',
    source: { type: 'base64', mediaType: `image/${typeof format === 'string' ? format : 'png'}`, data: result },
  };
}
