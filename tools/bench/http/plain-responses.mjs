// A minimal translation of the responses API to chat completions and back: no validation, no neutral model in
// between.

const textOf = (content) =>
  typeof content === 'string' ? content : (content ?? []).map((part) => part.text ?? '').join('');

function contentOf(content) {
  if (typeof content === 'string' || content.every(({ text }) => text !== undefined)) return textOf(content);
  return content.map((part) =>
    part.type === 'input_image'
      ? { type: 'image_url', image_url: { url: part.image_url } }
      : { type: 'text', text: part.text ?? '' },
  );
}

function addItem(out, item) {
  switch (item.type ?? 'message') {
    case 'message':
      out.push({ role: item.role === 'developer' ? 'system' : item.role, content: contentOf(item.content) });
      return;
    case 'function_call': {
      const call = { id: item.call_id, type: 'function', function: { name: item.name, arguments: item.arguments } };
      const last = out.at(-1);
      if (last?.role === 'assistant') (last.tool_calls ??= []).push(call);
      else out.push({ role: 'assistant', content: null, tool_calls: [call] });
      return;
    }
    case 'function_call_output':
      out.push({ role: 'tool', tool_call_id: item.call_id, content: textOf(item.output) });
  }
}

export function toChat(request) {
  const messages = [];
  if (request.instructions) messages.push({ role: 'system', content: request.instructions });
  if (typeof request.input === 'string') messages.push({ role: 'user', content: request.input });
  else for (const item of request.input) addItem(messages, item);
  const { tool_choice: choice } = request;
  return {
    model: request.model,
    messages,
    max_tokens: request.max_output_tokens,
    temperature: request.temperature,
    top_p: request.top_p,
    tools: request.tools?.map(({ name, description, parameters }) => ({
      type: 'function',
      function: { name, description, parameters },
    })),
    tool_choice: choice && typeof choice === 'object' ? { type: 'function', function: { name: choice.name } } : choice,
    ...(request.stream === true && { stream: true, stream_options: { include_usage: true } }),
  };
}

const usageOf = (usage) => ({
  input_tokens: usage?.prompt_tokens ?? 0,
  input_tokens_details: { cached_tokens: 0 },
  output_tokens: usage?.completion_tokens ?? 0,
  output_tokens_details: { reasoning_tokens: 0 },
  total_tokens: usage?.total_tokens ?? 0,
});

function responseOf(id, request, model, { status, output = [], usage = null }) {
  return {
    id,
    object: 'response',
    created_at: Math.floor(Date.now() / 1000),
    status,
    error: null,
    incomplete_details: status === 'incomplete' ? { reason: 'max_output_tokens' } : null,
    instructions: request.instructions ?? null,
    max_output_tokens: request.max_output_tokens ?? null,
    model,
    output,
    parallel_tool_calls: request.parallel_tool_calls ?? true,
    previous_response_id: null,
    reasoning: request.reasoning ?? null,
    store: false,
    temperature: request.temperature ?? 1,
    text: request.text ?? { format: { type: 'text' } },
    tool_choice: request.tool_choice ?? 'auto',
    tools: request.tools ?? [],
    top_p: request.top_p ?? 1,
    truncation: request.truncation ?? 'disabled',
    usage,
    metadata: request.metadata ?? {},
  };
}

const messageItem = (id, status, text) => ({
  id,
  type: 'message',
  role: 'assistant',
  status,
  content: text === undefined ? [] : [textPart(text)],
});
const textPart = (text) => ({ type: 'output_text', text, annotations: [], logprobs: [] });
const callItem = (id, status, call, text) => ({
  id,
  type: 'function_call',
  call_id: call.id,
  name: call.function.name,
  arguments: text,
  status,
});

const statusOf = (reason) => (reason === 'length' ? 'incomplete' : 'completed');

export function fromChat({ model, choices: [choice], usage }, id, request) {
  const { content, tool_calls: calls = [] } = choice.message;
  const status = statusOf(choice.finish_reason);
  const output = [
    ...(content ? [messageItem(`msg_${id}`, status, content)] : []),
    ...calls.map((call, index) => callItem(`fc_${id}_${index}`, status, call, call.function.arguments)),
  ];
  return responseOf(id, request, model, { status, output, usage: usageOf(usage) });
}

/** Frames of one streamed response, one upstream chunk at a time. */
export class FrameMaker {
  #id;
  #request;
  #model;
  #number = 0;
  #output = [];
  /** The open item: its id, its call if it is one, and its text so far. */
  #open;
  #status = 'completed';
  #usage;

  constructor(id, request) {
    this.#id = id;
    this.#request = request;
  }

  push(chunk) {
    let frames = '';
    if (this.#model === undefined) {
      this.#model = chunk.model;
      const response = responseOf(this.#id, this.#request, chunk.model, { status: 'in_progress' });
      frames += this.#frame('response.created', { response }) + this.#frame('response.in_progress', { response });
    }
    if (chunk.usage) this.#usage = chunk.usage;
    const choice = chunk.choices[0];
    if (choice === undefined) return frames;
    const { content, tool_calls: calls } = choice.delta;
    if (content) {
      if (this.#open === undefined || this.#open.call !== undefined) frames += this.#startMessage();
      this.#open.text += content;
      frames += this.#frame('response.output_text.delta', {
        ...this.#position(),
        content_index: 0,
        delta: content,
        logprobs: [],
      });
    }
    for (const call of calls ?? []) {
      if (call.id) frames += this.#startCall(call);
      const { arguments: text } = call.function;
      if (!text) continue;
      this.#open.text += text;
      frames += this.#frame('response.function_call_arguments.delta', { ...this.#position(), delta: text });
    }
    if (choice.finish_reason) this.#status = statusOf(choice.finish_reason);
    return frames;
  }

  end() {
    const closed = this.#close();
    const response = responseOf(this.#id, this.#request, this.#model, {
      status: this.#status,
      output: this.#output,
      usage: usageOf(this.#usage),
    });
    return `${closed}${this.#frame(`response.${this.#status}`, { response })}data: [DONE]\n\n`;
  }

  #startMessage() {
    const closed = this.#close();
    this.#open = { id: `msg_${this.#id}_${this.#output.length}`, call: undefined, text: '' };
    const added = this.#frame('response.output_item.added', {
      output_index: this.#output.length,
      item: messageItem(this.#open.id, 'in_progress'),
    });
    return (
      closed +
      added +
      this.#frame('response.content_part.added', { ...this.#position(), content_index: 0, part: textPart('') })
    );
  }

  #startCall(call) {
    const closed = this.#close();
    this.#open = { id: `fc_${this.#id}_${this.#output.length}`, call, text: '' };
    return (
      closed +
      this.#frame('response.output_item.added', {
        output_index: this.#output.length,
        item: callItem(this.#open.id, 'in_progress', call, ''),
      })
    );
  }

  #close() {
    const open = this.#open;
    if (open === undefined) return '';
    const { id, call, text } = open;
    const done = call
      ? this.#frame('response.function_call_arguments.done', { ...this.#position(), arguments: text })
      : this.#frame('response.output_text.done', { ...this.#position(), content_index: 0, text, logprobs: [] }) +
        this.#frame('response.content_part.done', { ...this.#position(), content_index: 0, part: textPart(text) });
    const item = call ? callItem(id, this.#status, call, text) : messageItem(id, this.#status, text);
    const index = this.#output.push(item) - 1;
    this.#open = undefined;
    return done + this.#frame('response.output_item.done', { output_index: index, item });
  }

  #position() {
    return { item_id: this.#open.id, output_index: this.#output.length };
  }

  #frame(type, fields) {
    return `event: ${type}\ndata: ${JSON.stringify({ type, sequence_number: this.#number++, ...fields })}\n\n`;
  }
}
