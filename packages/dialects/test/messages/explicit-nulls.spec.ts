import { messagesDialect } from '#src/messages.js';

const body = { model: 'm', max_tokens: 9, messages: [{ role: 'user', content: 'q' }] };
const call = {
  role: 'assistant',
  content: [{ type: 'tool_use', id: 'toolu_1', name: 'f', input: {}, caller: null, cache_control: null }],
};

describe('a null that a client wrote for an unset field', () => {
  it.each([
    {
      system: null,
      stream: null,
      stop_sequences: null,
      metadata: null,
      service_tier: null,
      output_config: null,
      thinking: null,
      tools: null,
      tool_choice: null,
      temperature: null,
      top_p: null,
      top_k: null,
      mcp_servers: null,
      container: null,
    },
    {
      tools: [
        {
          name: 'f',
          description: null,
          strict: null,
          cache_control: null,
          input_schema: { type: 'object', properties: null, required: null },
        },
      ],
    },
    {
      tool_choice: { type: 'auto', disable_parallel_tool_use: null },
      tools: [{ name: 'f', input_schema: { type: 'object' } }],
    },
    { cache_control: { type: 'ephemeral', ttl: null } },
    {
      messages: [
        ...body.messages,
        call,
        { role: 'user', content: [{ type: 'tool_result', tool_use_id: 'toolu_1', content: null, is_error: null }] },
      ],
    },
    {
      messages: [
        ...body.messages,
        {
          role: 'assistant',
          id: 'msg_1',
          type: 'message',
          model: 'm',
          stop_reason: 'end_turn',
          stop_sequence: null,
          container: null,
          usage: null,
          content: [{ type: 'text', text: 'a', citations: null }],
        },
        ...body.messages,
      ],
    },
  ])('is treated as absent: %j', (members) =>
    expect(messagesDialect.parseRequest({ ...body, ...members })).toBeDefined(),
  );

  it.each([
    [{ max_tokens: null }, 'max_tokens'],
    [{ system: null, messages: [{ role: 'user', content: null }] }, 'messages.0.content'],
    [
      {
        messages: [
          { role: 'assistant', content: [{ type: 'tool_use', id: 'a', name: 'f', input: null, caller: null }] },
        ],
      },
      'messages.0.content.0.input',
    ],
  ])('is rejected where a value is required: %j', (members, param) =>
    expect(() => messagesDialect.parseRequest({ ...body, ...members })).toThrow(
      expect.objectContaining({ code: 'invalid-request', param }),
    ),
  );
});
