import type { JsonObject } from '@org/engine';
import {
  deltaPartsOf,
  viewTool,
  type DeltaPart,
  type UpstreamEventEncoder,
  type FakeServerCodec,
} from './fake-server-codec.js';

/** The API of `POST /v1/responses`. */
export const responsesCodec: FakeServerCodec = {
  view: ({ input, tools, max_output_tokens: cap }) => ({
    messages:
      typeof input === 'string'
        ? [{ role: 'user', content: input }]
        : Array.isArray(input)
          ? (input as readonly JsonObject[]).flatMap(viewItem)
          : [],
    ...(cap === undefined ? {} : { max_tokens: cap }),
    ...(Array.isArray(tools)
      ? { tools: (tools as readonly JsonObject[]).map(({ name, parameters }) => viewTool(name, parameters)) }
      : {}),
  }),
  createEncoder: (model) => new ResponsesEventEncoder(model),
};

function viewItem(item: JsonObject): readonly JsonObject[] {
  if (item['role'] !== undefined) return [item];
  return item['type'] === 'function_call_output' ? [{ role: 'tool', content: item['output'] }] : [];
}

interface OpenItem {
  readonly kind: 'text' | 'reasoning' | 'call';
  readonly head: JsonObject;
  text: string;
}

class ResponsesEventEncoder implements UpstreamEventEncoder {
  #started = false;
  #sequence = 0;
  #item: OpenItem | undefined;
  readonly #output: JsonObject[] = [];

  constructor(readonly model: string) {}

  delta(delta: JsonObject, reason?: string): readonly JsonObject[] {
    return [
      ...this.#start(),
      ...deltaPartsOf(delta).flatMap((part) => this.#encodeDelta(part)),
      ...(reason === undefined ? [] : this.#close()),
    ];
  }

  finish(reason: string, usage: JsonObject): readonly JsonObject[] {
    const events = [...this.#start(), ...this.#close()];
    const input = Number(usage['prompt_tokens'] ?? 0);
    const output = Number(usage['completion_tokens'] ?? 0);
    const counts = { input_tokens: input, output_tokens: output, total_tokens: input + output };
    const status = reason === 'length' ? 'incomplete' : 'completed';
    const details = reason === 'length' ? { reason: 'max_output_tokens' } : null;
    return [
      ...events,
      this.#event(`response.${status}`, {
        response: { ...this.#response(status), output: this.#output, incomplete_details: details, usage: counts },
      }),
    ];
  }

  #start(): readonly JsonObject[] {
    if (this.#started) return [];
    this.#started = true;
    return [
      this.#event('response.created', { response: this.#response('in_progress') }),
      this.#event('response.in_progress', { response: this.#response('in_progress') }),
    ];
  }

  #encodeDelta(part: DeltaPart): readonly JsonObject[] {
    switch (part.kind) {
      case 'text':
        return [
          ...this.#openAs('text', { id: 'msg_1', type: 'message', role: 'assistant', content: [] }),
          this.#grow('response.output_text.delta', part.text, { content_index: 0 }),
        ];
      case 'reasoning':
        return [
          ...this.#openAs('reasoning', { id: 'rs_1', type: 'reasoning', summary: [] }),
          this.#grow('response.reasoning_summary_text.delta', part.text, { summary_index: 0 }),
        ];
      case 'call':
        return [
          ...this.#close(),
          ...this.#openAs('call', {
            id: `fc_${part.id}`,
            type: 'function_call',
            call_id: part.id,
            name: part.name,
            arguments: '',
          }),
        ];
      case 'arguments':
        return [this.#grow('response.function_call_arguments.delta', part.text, {})];
    }
  }

  #openAs(kind: OpenItem['kind'], head: JsonObject): readonly JsonObject[] {
    if (this.#item?.kind === kind) return [];
    const closed = this.#close();
    this.#item = { kind, head, text: '' };
    return [
      ...closed,
      this.#event('response.output_item.added', {
        output_index: this.#output.length,
        item: { ...head, status: 'in_progress' },
      }),
    ];
  }

  #grow(type: string, delta: string, more: JsonObject): JsonObject {
    if (this.#item !== undefined) this.#item.text += delta;
    return this.#event(type, { output_index: this.#output.length, item_id: this.#item?.head['id'], delta, ...more });
  }

  #close(): readonly JsonObject[] {
    const item = this.#item;
    if (item === undefined) return [];
    this.#item = undefined;
    const complete = { ...item.head, status: 'completed', ...grown(item) };
    const index = this.#output.push(complete) - 1;
    return [this.#event('response.output_item.done', { output_index: index, item: complete })];
  }

  #response(status: string): JsonObject {
    return { id: 'resp_1', object: 'response', status, model: this.model, output: [] };
  }

  #event(type: string, members: JsonObject): JsonObject {
    return { type, sequence_number: this.#sequence++, ...members };
  }
}

function grown({ kind, text }: OpenItem): JsonObject {
  switch (kind) {
    case 'text':
      return { content: [{ type: 'output_text', text, annotations: [] }] };
    case 'reasoning':
      return { summary: [{ type: 'summary_text', text }], encrypted_content: 'c2VhbGVk' };
    case 'call':
      return { arguments: text };
  }
}
