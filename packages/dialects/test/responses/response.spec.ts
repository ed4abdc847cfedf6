// What a response looks like in the API: its keys, its items, its counts, and what the store persists of it.
import type { GenerationResult, Part, Usage } from '@org/engine';
import { responseKeys, type ResponseCreateParams } from '@org/protocol/responses';
import type { EncodePolicy } from '#src/dialect.js';
import { encodeUsage } from '#src/responses/encode/encode-usage.js';
import { inputItemId, outputItemId } from '#src/responses/item-ids.js';
import { responsesDialect } from '#src/responses.js';
import { encodeResponse, streamed } from './streamed-responses.js';
import { encodeContext } from './options.js';
import { testSigner } from '../test-signer.js';
import { readResponse } from '../read-response.js';

const usage: Usage = {
  inputTokens: 10,
  outputTokens: 6,
  cachedInputTokens: 4,
  cacheWriteTokens: 1,
  reasoningTokens: 2,
};

function result(
  parts: readonly Part[],
  unified: GenerationResult['finishReason']['unified'] = 'stop',
): GenerationResult {
  return { model: 'demo', parts, finishReason: { unified }, usage, warnings: [] };
}

function encodeAll(request: Partial<ResponseCreateParams>, parts: readonly Part[], policy: Partial<EncodePolicy> = {}) {
  return encodeResponse({ model: 'm', input: 'q', ...request }, result(parts), encodeContext(policy));
}

const text: Part = { type: 'text', text: 'Hi.' };
const reasoningPart: Part = { type: 'reasoning', text: 'Greet.' };
const call: Part = { type: 'tool-call', callId: 'c1', name: 'f', kind: 'function', argumentsText: '{"a":1.0}' };

describe('a response', () => {
  it('has every key, with effective values for what the request left open', () => {
    const response = encodeAll({}, [text]);
    expect(Object.keys(response).toSorted()).toEqual([...responseKeys, 'access_programs'].toSorted());
    expect(response).toMatchObject({
      id: 'resp_4tq0a1b2c3',
      object: 'response',
      created_at: 1_790_000_000,
      completed_at: 1_790_000_009,
      model: 'demo',
      instructions: null,
      temperature: 1,
      top_p: 1,
      presence_penalty: 0,
      frequency_penalty: 0,
      top_logprobs: 0,
      tools: [],
      tool_choice: 'auto',
      parallel_tool_calls: true,
      text: { format: { type: 'text' } },
      reasoning: null,
      truncation: 'disabled',
      store: true,
      background: false,
      service_tier: 'default',
      metadata: {},
      access_programs: null,
    });
  });

  it('returns the reported sampling parameters, and the requested ones where none are reported', () => {
    const request: ResponseCreateParams = {
      model: 'm',
      input: 'q',
      temperature: 1.5,
      top_p: 0.5,
      presence_penalty: 1,
      frequency_penalty: 1,
      top_logprobs: 3,
    };
    expect(encodeResponse(request, result([text]), encodeContext())).toMatchObject({
      temperature: 1.5,
      top_p: 0.5,
      presence_penalty: 1,
      frequency_penalty: 1,
      top_logprobs: 3,
    });
    const sampled = encodeResponse(
      request,
      { ...result([text]), sampling: { temperature: 0, presencePenalty: 0.5 } },
      encodeContext(),
    );
    expect(sampled).toMatchObject({
      temperature: 0,
      top_p: 1,
      presence_penalty: 0.5,
      frequency_penalty: 0,
      top_logprobs: 0,
    });
  });

  it('returns the access programs that the upstream reports', () => {
    const extensions = { responses: { access_programs: { cyber: 'standard' } } };
    expect(
      encodeResponse({ model: 'm', input: 'q' }, { ...result([text]), extensions }, encodeContext()).access_programs,
    ).toEqual({ cyber: 'standard' });
  });

  it('shows functions with all their keys and an MCP server without its secrets', () => {
    const { tools } = encodeAll(
      {
        tools: [
          { type: 'function', name: 'f' },
          { type: 'mcp', server_label: 's', authorization: 'secret', headers: { k: 'secret' } },
        ],
      },
      [text],
    );
    expect(tools).toEqual([
      { type: 'function', name: 'f', description: null, parameters: null, strict: false },
      { type: 'mcp', server_label: 's' },
    ]);
  });

  it('shows the defaults of a tool that the client left out', () => {
    const asked: ResponseCreateParams['tools'] = [
      { type: 'function', name: 'f', parameters: {}, description: 'd', strict: null },
      { type: 'custom', name: 'c' },
      { type: 'web_search' },
      { type: 'web_search_preview', search_context_size: 'low' },
    ];
    expect(encodeAll({ tools: asked }, [text]).tools).toEqual([
      { type: 'function', name: 'f', parameters: {}, description: 'd', strict: false },
      { type: 'custom', name: 'c', format: { type: 'text' } },
      { type: 'web_search', search_context_size: 'medium' },
      { type: 'web_search_preview', search_context_size: 'low' },
    ]);
  });

  it.each([
    ['stop', 'completed', null],
    ['stop-sequence', 'completed', null],
    ['tool-calls', 'completed', null],
    ['refusal', 'completed', null],
    ['paused', 'completed', null],
    ['length', 'incomplete', { reason: 'max_output_tokens' }],
    ['context-window', 'incomplete', { reason: 'max_output_tokens' }],
    ['content-filter', 'incomplete', { reason: 'content_filter' }],
  ] as const)('that ended by %s is %s', (unified, status, incomplete_details) => {
    const response = encodeResponse({ model: 'm', input: 'q' }, result([text], unified), encodeContext());
    expect(response).toMatchObject({
      status,
      incomplete_details,
      completed_at: status === 'completed' ? 1_790_000_009 : null,
    });
    expect(response.output.at(-1)).toMatchObject({ status });
  });
});

describe('the items of a response', () => {
  it('are one per part, with ids derived from the response id and the part index', () => {
    expect(
      encodeAll({}, [reasoningPart, text, call, { ...call, callId: 'c2', kind: 'custom', argumentsText: 'x' }]).output,
    ).toEqual([
      {
        id: 'rs_4tq0a1b2c3_0',
        type: 'reasoning',
        status: 'completed',
        summary: [{ type: 'summary_text', text: 'Greet.' }],
      },
      {
        id: 'msg_4tq0a1b2c3_1',
        type: 'message',
        status: 'completed',
        role: 'assistant',
        content: [{ type: 'output_text', text: 'Hi.', annotations: [], logprobs: [] }],
      },
      {
        id: 'fc_4tq0a1b2c3_2',
        type: 'function_call',
        status: 'completed',
        call_id: 'c1',
        name: 'f',
        arguments: '{"a":1.0}',
      },
      { id: 'ctc_4tq0a1b2c3_3', type: 'custom_tool_call', status: 'completed', call_id: 'c2', name: 'f', input: 'x' },
    ]);
  });

  it.each([
    [{}, undefined],
    [{ include: ['reasoning.encrypted_content'] }, testSigner.encrypt('Greet.')],
    [{ store: false }, testSigner.encrypt('Greet.')],
  ])('sign reasoning on request and when nothing is stored: %j', (request, encrypted) => {
    const [item] = encodeAll(request, [reasoningPart]).output;
    expect(item?.['encrypted_content']).toBe(encrypted);
  });

  it('forward encrypted content of another service, and never a signature, which proves nothing here', () => {
    const encrypted = (form: 'signature' | 'encrypted'): Part => ({
      ...reasoningPart,
      signature: { signer: 'foreign', form, data: 'abc' },
    });
    expect(encodeAll({}, [encrypted('encrypted')]).output[0]?.['encrypted_content']).toBe('abc');
    expect(encodeAll({}, [encrypted('signature')]).output[0]?.['encrypted_content']).toBeUndefined();
  });

  it('forward encrypted content of an upstream under its name, including signatures, which go back to it', () => {
    const encrypted = (form: 'signature' | 'encrypted'): Part => ({
      ...reasoningPart,
      signature: { signer: 'other', form, data: 'abc' },
    });
    expect(encodeAll({}, [encrypted('encrypted')]).output[0]?.['encrypted_content']).toBe('via.e.other.abc');
    expect(encodeAll({}, [encrypted('signature')]).output[0]?.['encrypted_content']).toBe('via.s.other.abc');
  });

  it('hold raw reasoning only when the installation wants it', () => {
    expect(encodeAll({}, [reasoningPart]).output[0]).not.toHaveProperty('content');
    expect(encodeAll({}, [reasoningPart], { rawReasoning: true }).output[0]?.['content']).toEqual([
      { type: 'reasoning_text', text: 'Greet.' },
    ]);
  });

  it('leave out blocks of another dialect', () => {
    const block: Part = {
      type: 'opaque',
      dialect: 'messages',
      apiType: 'server_tool_use',
      value: { type: 'server_tool_use' },
    };
    expect(encodeAll({}, [block, text]).output).toHaveLength(1);
  });
});

describe('a stream', () => {
  it('sends the events of each item in their order', () => {
    const events = streamed({ model: 'm', input: 'q' }, result([reasoningPart, text, call]), 100, encodeContext());
    expect(events.map((event) => event.type)).toEqual([
      'response.created',
      'response.in_progress',
      'response.output_item.added',
      'response.reasoning_summary_part.added',
      'response.reasoning_summary_text.delta',
      'response.reasoning_summary_text.done',
      'response.reasoning_summary_part.done',
      'response.output_item.done',
      'response.output_item.added',
      'response.content_part.added',
      'response.output_text.delta',
      'response.output_text.done',
      'response.content_part.done',
      'response.output_item.done',
      'response.output_item.added',
      'response.function_call_arguments.delta',
      'response.function_call_arguments.done',
      'response.output_item.done',
      'response.completed',
    ]);
    expect(events.map((event) => event['sequence_number'])).toEqual(events.map((_, index) => index));
  });

  it('does not mark a truncated call as completed, even before the end is reported', () => {
    const events = streamed({ model: 'm', input: 'q' }, result([call], 'length'), 3, encodeContext());
    expect(events.at(-2)).toMatchObject({ type: 'response.output_item.done', item: { status: 'incomplete' } });
    expect(events.at(-1)?.type).toBe('response.incomplete');
  });
});

describe('usage', () => {
  const own = {
    input_tokens: 10,
    input_tokens_details: {
      cached_tokens: 4,
      cache_write_tokens: 1,
      text_tokens: 10,
      audio_tokens: 0,
      image_tokens: 0,
    },
    output_tokens: 6,
    output_tokens_details: { reasoning_tokens: 2, text_tokens: 4, audio_tokens: 0 },
  };
  const completionStyle = {
    prompt_tokens: 10,
    prompt_tokens_details: { cached_tokens: 4, text_tokens: 10, audio_tokens: 0, image_tokens: 0 },
    completion_tokens: 6,
    completion_tokens_details: { reasoning_tokens: 2, text_tokens: 4, audio_tokens: 0 },
  };

  it.each([
    ['both', { ...own, ...completionStyle, total_tokens: 16 }],
    ['input-output', { ...own, total_tokens: 16 }],
    ['prompt-completion', { ...completionStyle, total_tokens: 16 }],
  ] as const)('has the names that the installation chose: %s', (names, expected) => {
    expect(encodeUsage(usage, names)).toEqual(expected);
  });
});

describe('the stored snapshot', () => {
  it('is the response as delivered, and every item by its id', () => {
    const request: ResponseCreateParams = {
      model: 'm',
      input: [
        { role: 'user', content: 'q' },
        { type: 'message', id: 'msg_client', role: 'user', content: [{ type: 'input_text', text: 'r' }] },
        { type: 'item_reference', id: 'msg_old' },
        { type: 'function_call', call_id: 'c', name: 'f', arguments: '{}' },
      ],
    };
    const encoder = responsesDialect.createEncoder(request, encodeContext());
    const { payload, items, status } = encoder.snapshot({ result: result([text]) });
    expect(status).toBe('completed');
    expect(payload).toEqual(encoder.response(result([text])));
    expect(items.map(({ id, side }) => `${side} ${id}`)).toEqual([
      'input msg_4tq0a1b2c3_i0',
      'input msg_client',
      'input item_4tq0a1b2c3_i2',
      'input fc_4tq0a1b2c3_i3',
      'output msg_4tq0a1b2c3_0',
    ]);
    expect(items[0]?.value).toEqual({
      id: 'msg_4tq0a1b2c3_i0',
      type: 'message',
      status: 'completed',
      role: 'user',
      content: [{ type: 'input_text', text: 'q' }],
    });
    expect(items[2]?.value).toEqual({ type: 'item_reference', id: 'msg_old' });
  });

  it('holds a bare string as one user message', () => {
    const { items } = responsesDialect
      .createEncoder({ model: 'm', input: 'q' }, encodeContext())
      .snapshot({ result: result([]) });
    expect(items).toEqual([
      {
        id: 'msg_4tq0a1b2c3_i0',
        side: 'input',
        value: {
          role: 'user',
          content: [{ type: 'input_text', text: 'q' }],
          id: 'msg_4tq0a1b2c3_i0',
          type: 'message',
          status: 'completed',
        },
      },
    ]);
  });

  it('has ids that input and output never share', () => {
    expect(inputItemId('message', 'resp_1', 0)).not.toBe(outputItemId('message', 'resp_1', 0));
  });
});

describe('the decoded response of another service', () => {
  it.each(['failed', 'cancelled', 'in_progress'] as const)('is no result when it is %s', (status) => {
    expect(() => readResponse({ ...encodeAll({}, [text]), status })).toThrow(
      expect.objectContaining({ name: 'EngineError' }),
    );
  });

  it('preserves the neutral counts and the end', () => {
    expect(readResponse(encodeAll({}, [call]))).toMatchObject({
      finishReason: { unified: 'tool-calls', raw: 'completed' },
      usage: { inputTokens: 10, outputTokens: 6, cachedInputTokens: 4, cacheWriteTokens: 1, reasoningTokens: 2 },
    });
  });
});
