// An agent request late in a session: 40 turns, 18 tools, 103 KB. It is generated and identical on every run.

const words =
  'the file holds a list of routes and each of them names its owner before anything is read from the store'.split(' ');

/** Text of exactly `length` characters that repeats no prefix of its neighbours. */
function prose(seed, length) {
  let text = '';
  for (let i = seed; text.length < length; i += 7) text += `${words[i % words.length]} ${i} `;
  return text.slice(0, length);
}

function toolSchema(index) {
  return {
    type: 'object',
    properties: {
      path: { type: 'string', description: prose(index, 60) },
      limit: { type: 'integer', minimum: 1, maximum: 1000 + index },
      mode: { type: 'string', enum: ['read', 'write', 'append'] },
      options: { type: 'object', properties: { recursive: { type: 'boolean' }, depth: { type: 'integer' } } },
    },
    required: ['path'],
  };
}

const turns = 40;
const toolCount = 18;

/** The messages dialect's form: text, tool_use and tool_result in turn. */
export function messagesRequest() {
  const messages = [];
  for (let turn = 0; turn < turns; turn += 1) {
    const result =
      turn === 0 ? [] : [{ type: 'tool_result', tool_use_id: `toolu_${turn - 1}`, content: prose(turn, 900) }];
    messages.push({ role: 'user', content: [...result, { type: 'text', text: prose(turn + 3, 340) }] });
    messages.push({
      role: 'assistant',
      content: [
        { type: 'text', text: prose(turn + 5, 640) },
        {
          type: 'tool_use',
          id: `toolu_${turn}`,
          name: `tool_${turn % toolCount}`,
          input: { path: `/src/file-${turn}.ts`, limit: turn + 1 },
        },
      ],
    });
  }
  messages.push({
    role: 'user',
    content: [{ type: 'tool_result', tool_use_id: `toolu_${turns - 1}`, content: prose(9, 900) }],
  });
  return {
    model: 'bench',
    max_tokens: 1024,
    system: [{ type: 'text', text: prose(1, 4000), cache_control: { type: 'ephemeral' } }],
    messages,
    tools: Array.from({ length: toolCount }, (_, index) => ({
      name: `tool_${index}`,
      description: prose(index, 380),
      input_schema: toolSchema(index),
    })),
  };
}

/** The responses dialect's form of the same conversation. */
export function responsesRequest() {
  const input = [];
  for (let turn = 0; turn < turns; turn += 1) {
    if (turn > 0) input.push({ type: 'function_call_output', call_id: `call_${turn - 1}`, output: prose(turn, 690) });
    input.push({ type: 'message', role: 'user', content: [{ type: 'input_text', text: prose(turn + 3, 340) }] });
    input.push({
      type: 'message',
      id: `msg_${turn}`,
      role: 'assistant',
      status: 'completed',
      content: [{ type: 'output_text', text: prose(turn + 5, 640), annotations: [], logprobs: [] }],
    });
    input.push({
      type: 'function_call',
      id: `fc_${turn}`,
      call_id: `call_${turn}`,
      name: `tool_${turn % toolCount}`,
      arguments: JSON.stringify({ path: `/src/file-${turn}.ts`, limit: turn + 1 }),
      status: 'completed',
    });
  }
  input.push({ type: 'function_call_output', call_id: `call_${turns - 1}`, output: prose(9, 900) });
  return {
    model: 'bench',
    max_output_tokens: 1024,
    store: false,
    instructions: prose(1, 4000),
    input,
    tools: Array.from({ length: toolCount }, (_, index) => ({
      type: 'function',
      name: `tool_${index}`,
      description: prose(index, 380),
      parameters: toolSchema(index),
      strict: false,
    })),
  };
}
