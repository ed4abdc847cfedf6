// A minimal translation of the messages API to chat completions and back: no validation, no neutral model in between.

const textOf = (content) =>
  typeof content === 'string' ? content : (content ?? []).map((block) => block.text ?? '').join('\n');

function imageOf({ source }) {
  return {
    type: 'image_url',
    image_url: { url: source.type === 'url' ? source.url : `data:${source.media_type};base64,${source.data}` },
  };
}

function addUser(out, content) {
  if (typeof content === 'string') {
    out.push({ role: 'user', content });
    return;
  }
  const parts = [];
  for (const block of content) {
    if (block.type === 'tool_result')
      out.push({ role: 'tool', tool_call_id: block.tool_use_id, content: textOf(block.content) });
    else if (block.type === 'text') parts.push({ type: 'text', text: block.text });
    else if (block.type === 'image') parts.push(imageOf(block));
  }
  if (parts.length > 0)
    out.push({
      role: 'user',
      content: parts.every(({ type }) => type === 'text') ? parts.map(({ text }) => text).join('\n') : parts,
    });
}

function addAssistant(out, content) {
  if (typeof content === 'string') {
    out.push({ role: 'assistant', content });
    return;
  }
  let text = '';
  const calls = [];
  for (const block of content) {
    if (block.type === 'text') text += block.text;
    else if (block.type === 'tool_use')
      calls.push({
        id: block.id,
        type: 'function',
        function: { name: block.name, arguments: JSON.stringify(block.input) },
      });
  }
  out.push({ role: 'assistant', content: text, ...(calls.length > 0 && { tool_calls: calls }) });
}

const choices = { auto: 'auto', any: 'required', none: 'none' };

export function toChat(request) {
  const messages = [];
  if (request.system !== undefined) messages.push({ role: 'system', content: textOf(request.system) });
  for (const { role, content } of request.messages) (role === 'assistant' ? addAssistant : addUser)(messages, content);
  const { tool_choice: choice } = request;
  return {
    model: request.model,
    messages,
    max_tokens: request.max_tokens,
    temperature: request.temperature,
    top_p: request.top_p,
    stop: request.stop_sequences,
    tools: request.tools?.map(({ name, description, input_schema: parameters }) => ({
      type: 'function',
      function: { name, description, parameters },
    })),
    tool_choice:
      choice && (choice.type === 'tool' ? { type: 'function', function: { name: choice.name } } : choices[choice.type]),
    ...(request.stream === true && { stream: true, stream_options: { include_usage: true } }),
  };
}

const reasons = { stop: 'end_turn', length: 'max_tokens', tool_calls: 'tool_use', content_filter: 'refusal' };

const usageOf = (usage) => ({
  input_tokens: usage?.prompt_tokens ?? 0,
  output_tokens: usage?.completion_tokens ?? 0,
  cache_creation_input_tokens: 0,
  cache_read_input_tokens: 0,
});

const messageOf = (id, model, content, reason, usage) => ({
  id,
  type: 'message',
  role: 'assistant',
  model,
  content,
  stop_reason: reason,
  stop_sequence: null,
  usage,
});

export function fromChat({ model, choices: [choice], usage }, id) {
  const { content, tool_calls: calls = [] } = choice.message;
  const blocks = [
    ...(content ? [{ type: 'text', text: content }] : []),
    ...calls.map((call) => ({
      type: 'tool_use',
      id: call.id,
      name: call.function.name,
      input: JSON.parse(call.function.arguments),
    })),
  ];
  return messageOf(id, model, blocks, reasons[choice.finish_reason] ?? 'end_turn', usageOf(usage));
}

const frame = (event) => `event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`;

/** Frames of one streamed response, one upstream chunk at a time. */
export class FrameMaker {
  #id;
  #started = false;
  #index = 0;
  #open;
  #reason = 'end_turn';
  #usage;

  constructor(id) {
    this.#id = id;
  }

  push(chunk) {
    let frames = '';
    if (!this.#started) {
      this.#started = true;
      frames += frame({ type: 'message_start', message: messageOf(this.#id, chunk.model, [], null, usageOf()) });
    }
    if (chunk.usage) this.#usage = chunk.usage;
    const choice = chunk.choices[0];
    if (choice === undefined) return frames;
    const { content, tool_calls: calls } = choice.delta;
    if (content) {
      if (this.#open !== 'text') frames += this.#start('text', { type: 'text', text: '' });
      frames += frame({
        type: 'content_block_delta',
        index: this.#index,
        delta: { type: 'text_delta', text: content },
      });
    }
    for (const call of calls ?? []) {
      if (call.id)
        frames += this.#start('call', { type: 'tool_use', id: call.id, name: call.function.name, input: {} });
      if (call.function.arguments)
        frames += frame({
          type: 'content_block_delta',
          index: this.#index,
          delta: { type: 'input_json_delta', partial_json: call.function.arguments },
        });
    }
    if (choice.finish_reason) this.#reason = reasons[choice.finish_reason] ?? 'end_turn';
    return frames;
  }

  end() {
    const delta = { stop_reason: this.#reason, stop_sequence: null };
    return (
      this.#close() +
      frame({ type: 'message_delta', delta, usage: usageOf(this.#usage) }) +
      frame({ type: 'message_stop' })
    );
  }

  #start(kind, block) {
    const closed = this.#close();
    this.#open = kind;
    return closed + frame({ type: 'content_block_start', index: this.#index, content_block: block });
  }

  #close() {
    if (this.#open === undefined) return '';
    this.#open = undefined;
    return frame({ type: 'content_block_stop', index: this.#index++ });
  }
}
