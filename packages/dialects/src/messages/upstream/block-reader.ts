// The blocks of a streamed message as neutral parts, each while it grows.
import {
  EscapedControls,
  FreeTextInput,
  type JsonObject,
  type JsonValue,
  type Part,
  type ReasoningPart,
  type ToolCallPart,
  type ToolIdentity,
  textOf,
} from '@org/engine';
import { withoutNulls } from '../../shared/json-of.js';
import { ArgumentsText, isEmptyArguments } from '../../shared/upstream/empty-arguments.js';
import { malformedResponse } from '../../shared/upstream/malformed-response.js';
import type { PartStream } from '../../shared/upstream/part-stream.js';
import { decodeResultContentBlock } from '../decode/decode-content.js';
import { extended } from '../extensions.js';
import { citedPages } from './cited-pages.js';
import { withInputOf } from './parse-exact-object.js';
import { OpaqueBlockReader } from './opaque-block-reader.js';
import { sendRemaining, emitUnknownDelta } from './emit-unknown-delta.js';

/** Reads one block: `delta` while it is open, `stop` once. */
export interface BlockReader {
  delta(delta: JsonObject): void;
  stop(): void;
}

export interface BlockContext {
  readonly parts: PartStream;
  readonly signer: string;
  /** Whether the client speaks this dialect: only then does the service forward blocks without neutral meaning. */
  readonly sameDialect: boolean;
  /** Maps the upstream's tool name to the client's tool. */
  readonly toolOf: (name: string) => ToolIdentity;
  /** Called for each complete call. */
  readonly onToolCall: (call: ToolCallPart) => void;
}

/** Opens the block that `content_block_start` carries. `exact` is the same block as it was read with all digits, where that differs. */
export function openBlock(block: JsonObject, exact: JsonValue | undefined, context: BlockContext): BlockReader {
  switch (block['type']) {
    case 'text':
      return new TextReader(block, context);
    case 'thinking':
      return new ThinkingReader(block, context);
    case 'redacted_thinking':
      return new RedactedReader(block, context);
    case 'tool_use':
      return new ToolUseReader(withInputOf(block, exact), context);
    case 'image':
      if (!context.sameDialect) return new ImageReader(block, context);
      return new OpaqueBlockReader(block, context);
    default:
      return new OpaqueBlockReader(context.sameDialect ? withInputOf(block, exact) : block, context);
  }
}

class TextReader implements BlockReader {
  readonly #parts: PartStream;
  readonly #remaining: JsonObject;
  /** Undefined until the first citation, where the start announced none. */
  #citations: JsonValue[] | undefined;
  /** Whether the citations are for a client of this dialect, which gets them unchanged. */
  readonly #sameDialect: boolean;
  #text = '';

  constructor(block: JsonObject, { parts, sameDialect }: BlockContext) {
    const { type: _, text, citations, ...remaining } = block;
    this.#parts = parts;
    this.#sameDialect = sameDialect;
    this.#remaining = withoutNulls(remaining);
    this.#citations = Array.isArray(citations) ? [...citations] : undefined;
    parts.open({
      type: 'text',
      text: '',
      ...extended({ ...this.#remaining, ...(this.#citations !== undefined && { citations: [] }) }),
    });
    this.#grow(text);
  }

  delta(delta: JsonObject): void {
    const { type, text, citation } = delta;
    if (type !== 'text_delta') {
      if (type === 'citations_delta' && citation !== undefined) (this.#citations ??= []).push(citation);
      else emitUnknownDelta(delta, this.#parts);
      return;
    }
    this.#grow(text);
    sendRemaining(delta, 'text', this.#parts);
  }

  stop(): void {
    const citations = this.#citations;
    const cited = citations === undefined ? {} : { citations };
    const pages = this.#sameDialect ? [] : citedPages(citations ?? []);
    this.#parts.close({
      type: 'text',
      text: this.#text,
      ...(pages.length > 0 && { citations: pages }),
      ...extended({ ...this.#remaining, ...cited }),
    });
  }

  #grow(text: JsonValue | undefined): void {
    const added = textOf(text);
    this.#text += added;
    this.#parts.append({ type: 'text', text: added });
  }
}

class ThinkingReader implements BlockReader {
  readonly #context: BlockContext;
  readonly #remaining: JsonObject;
  #text = '';
  #signature: string;

  constructor(block: JsonObject, context: BlockContext) {
    const { type: _, thinking, signature, ...remaining } = block;
    this.#context = context;
    this.#remaining = withoutNulls(remaining);
    this.#signature = textOf(signature);
    context.parts.open({ type: 'reasoning', text: '', ...extended(this.#remaining) });
    this.#grow(thinking);
  }

  delta(delta: JsonObject): void {
    const { type, thinking, signature } = delta;
    if (type !== 'thinking_delta') {
      if (type === 'signature_delta') this.#signature = textOf(signature) || this.#signature;
      else emitUnknownDelta(delta, this.#context.parts);
      return;
    }
    this.#grow(thinking);
    sendRemaining(delta, 'thinking', this.#context.parts);
  }

  /** An upstream that does not sign still expects its thinking back under its own, empty signature. */
  stop(): void {
    const { parts, signer } = this.#context;
    parts.close({
      type: 'reasoning',
      text: this.#text,
      signature: { signer, form: 'signature', data: this.#signature },
      ...extended(this.#remaining),
    });
  }

  #grow(thinking: JsonValue | undefined): void {
    const added = textOf(thinking);
    this.#text += added;
    this.#context.parts.append({ type: 'reasoning', text: added });
  }
}

class RedactedReader implements BlockReader {
  readonly #parts: PartStream;
  readonly #part: ReasoningPart;

  constructor(block: JsonObject, { parts, signer }: BlockContext) {
    const { type: _, data, ...remaining } = block;
    const extensionFields = extended(withoutNulls(remaining));
    this.#parts = parts;
    this.#part = {
      type: 'reasoning',
      text: '',
      signature: { signer, form: 'redacted', data: textOf(data) },
      ...extensionFields,
    };
    parts.open({ type: 'reasoning', text: '', ...extensionFields });
  }

  delta(): void {
    // Such a block is complete at its start.
  }

  stop(): void {
    this.#parts.close(this.#part);
  }
}

/** An image that the model made, for clients of a dialect that has a form for it. */
class ImageReader implements BlockReader {
  readonly #part: Part;
  readonly #parts: PartStream;

  constructor(block: JsonObject, { parts }: BlockContext) {
    this.#part = decodeResultContentBlock({ ...block, type: 'image' });
    this.#parts = parts;
    parts.open(this.#part);
  }

  delta(): void {
    // Such a block is complete at its start.
  }

  stop(): void {
    this.#parts.close(this.#part);
  }
}

class ToolUseReader implements BlockReader {
  readonly #parts: PartStream;
  readonly #onToolCall: BlockContext['onToolCall'];
  readonly #call: ToolCallPart;
  readonly #input: JsonValue | undefined;
  /** This API carries free text inside JSON. */
  readonly #freeText: FreeTextInput | undefined;
  readonly #controls = new EscapedControls();
  readonly #arguments = new ArgumentsText();
  #started = false;
  /**
   * An empty object that arrived first. Later input replaces it: gateways repeat the empty input of the block's
   * start.
   */
  #empty = '';
  #text = '';

  constructor(block: JsonObject, { parts, toolOf, onToolCall }: BlockContext) {
    const { type: _, id, name: apiName, input, ...remaining } = block;
    if (typeof apiName !== 'string' || apiName === '') throw malformedResponse('a tool use without a name');
    const { name, namespace, kind } = toolOf(apiName);
    this.#parts = parts;
    this.#onToolCall = onToolCall;
    this.#input = input;
    this.#freeText = kind === 'custom' ? new FreeTextInput() : undefined;
    this.#call = {
      type: 'tool-call',
      callId: textOf(id),
      name,
      ...(namespace !== undefined && { namespace }),
      kind,
      argumentsText: '',
      ...extended(withoutNulls(remaining)),
    };
    parts.open(this.#call);
  }

  delta(delta: JsonObject): void {
    if (delta['type'] !== 'input_json_delta') {
      emitUnknownDelta(delta, this.#parts);
      return;
    }
    this.#write(textOf(delta['partial_json']));
    sendRemaining(delta, 'partial_json', this.#parts);
  }

  stop(): void {
    // An input that arrived complete or not at all: both are an object.
    const input = isEmptyArguments(this.#input) ? {} : this.#input;
    if (!this.#started) this.#pushInput(this.#empty === '' ? JSON.stringify(input) : this.#empty);
    if (this.#freeText !== undefined) this.#grow(this.#freeText.finish());
    const call = { ...this.#call, argumentsText: this.#text };
    this.#onToolCall(call);
    this.#parts.close(call);
  }

  #write(written: string): void {
    const json = this.#arguments.push(written);
    if (json === '') return;
    if (!this.#started && this.#empty === '' && json.trim() === '{}') {
      this.#empty = json;
      return;
    }
    const before = this.#started || /^\s*\{/.test(json) ? '' : this.#empty;
    this.#pushInput(before + json);
  }

  #pushInput(written: string): void {
    this.#started = true;
    const json = this.#controls.push(written);
    this.#grow(this.#freeText === undefined ? json : this.#freeText.push(json));
  }

  #grow(text: string): void {
    this.#text += text;
    this.#parts.append({ type: 'arguments', text });
  }
}
