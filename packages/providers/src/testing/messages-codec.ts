import type { JsonObject } from '@org/engine';
import {
  deltaPartsOf,
  viewTool,
  type DeltaPart,
  type UpstreamEventEncoder,
  type FakeServerCodec,
} from './fake-server-codec.js';

/** The API of `POST /v1/messages`. */
export const messagesCodec: FakeServerCodec = {
  view: ({ messages, tools, max_tokens }) => ({
    messages: messages ?? [],
    ...(max_tokens === undefined ? {} : { max_tokens }),
    ...(Array.isArray(tools)
      ? { tools: (tools as readonly JsonObject[]).map(({ name, input_schema }) => viewTool(name, input_schema)) }
      : {}),
  }),
  createEncoder: (model) => new MessagesEventEncoder(model),
};

const reasons: Readonly<Record<string, string>> = {
  stop: 'end_turn',
  length: 'max_tokens',
  tool_calls: 'tool_use',
  content_filter: 'refusal',
};

class MessagesEventEncoder implements UpstreamEventEncoder {
  #started = false;
  #ended = false;
  #open: DeltaPart['kind'] | undefined;
  #index = 0;

  constructor(readonly model: string) {}

  delta(delta: JsonObject, reason?: string): readonly JsonObject[] {
    return [
      ...this.#start(),
      ...deltaPartsOf(delta).flatMap((part) => this.#encodeDelta(part)),
      ...(reason === undefined ? [] : this.#end(reason, { output_tokens: 3 })),
    ];
  }

  finish(reason: string, usage: JsonObject): readonly JsonObject[] {
    const counts = { input_tokens: usage['prompt_tokens'] ?? 0, output_tokens: usage['completion_tokens'] ?? 0 };
    return [...this.#start(), ...this.#end(reason, counts), { type: 'message_stop' }];
  }

  #start(): readonly JsonObject[] {
    if (this.#started) return [];
    this.#started = true;
    const message = {
      id: 'msg_1',
      type: 'message',
      role: 'assistant',
      model: this.model,
      content: [],
      stop_reason: null,
      stop_sequence: null,
      usage: { input_tokens: 7, output_tokens: 1 },
    };
    return [{ type: 'message_start', message }];
  }

  #end(reason: string, usage: JsonObject): readonly JsonObject[] {
    if (this.#ended) return [];
    this.#ended = true;
    return [
      ...this.#close(),
      { type: 'message_delta', delta: { stop_reason: reasons[reason] ?? reason, stop_sequence: null }, usage },
    ];
  }

  #encodeDelta(part: DeltaPart): readonly JsonObject[] {
    switch (part.kind) {
      case 'text':
        return [
          ...this.#openAs('text', { type: 'text', text: '' }),
          this.#grow({ type: 'text_delta', text: part.text }),
        ];
      case 'reasoning':
        return [
          ...this.#openAs('reasoning', { type: 'thinking', thinking: '', signature: '' }),
          this.#grow({ type: 'thinking_delta', thinking: part.text }),
        ];
      case 'call':
        return [
          ...this.#close(),
          ...this.#openAs('call', { type: 'tool_use', id: part.id, name: part.name, input: {} }),
        ];
      case 'arguments':
        return [this.#grow({ type: 'input_json_delta', partial_json: part.text })];
    }
  }

  #openAs(kind: DeltaPart['kind'], block: JsonObject): readonly JsonObject[] {
    if (this.#open === kind) return [];
    const closed = this.#close();
    this.#open = kind;
    return [...closed, { type: 'content_block_start', index: this.#index, content_block: block }];
  }

  #grow(delta: JsonObject): JsonObject {
    return { type: 'content_block_delta', index: this.#index, delta };
  }

  #close(): readonly JsonObject[] {
    const open = this.#open;
    if (open === undefined) return [];
    this.#open = undefined;
    const signed = open === 'reasoning' ? [this.#grow({ type: 'signature_delta', signature: 'c2lnbmVk' })] : [];
    const events = [...signed, { type: 'content_block_stop', index: this.#index }];
    this.#index += 1;
    return events;
  }
}
