import type { z } from 'zod';
import * as ours from '#src/responses.js';
import { describeFault } from '#src/schema.js';

/** The path of the first fault; undefined when there is none. */
function faultOf(schema: z.ZodType, value: unknown): string | undefined {
  const result = schema.safeParse(value);
  return result.success ? undefined : describeFault(result.error, value).param;
}

const request = (fields: object): unknown => ({ model: 'demo', input: 'Hi', ...fields });
const item = (value: unknown): unknown => ({ model: 'demo', input: [{ role: 'user', content: 'Hi' }, value] });
const tool = (value: unknown): unknown => ({ model: 'demo', input: 'Hi', tools: [value] });

describe('a request is rejected with the path of the invalid field', () => {
  it.each<[string, unknown, string]>([
    ['no model', { input: 'Hi' }, 'model'],
    ['an empty model', { model: '' }, 'model'],
    ['a temperature below 0', request({ temperature: -0.1 }), 'temperature'],
    ['a temperature above 2', request({ temperature: 2.01 }), 'temperature'],
    ['a top_p above 1', request({ top_p: 1.5 }), 'top_p'],
    ['max_output_tokens of 0', request({ max_output_tokens: 0 }), 'max_output_tokens'],
    ['max_output_tokens with a fraction', request({ max_output_tokens: 1.5 }), 'max_output_tokens'],
    ['top_logprobs above 20', request({ top_logprobs: 21 }), 'top_logprobs'],
    ['a truncation that is not known', request({ truncation: 'middle' }), 'truncation'],
    [
      '17 pairs of metadata',
      request({ metadata: Object.fromEntries(Array.from({ length: 17 }, (_, n) => [`k${n}`, ''])) }),
      'metadata',
    ],
    ['a metadata key of 65 characters', request({ metadata: { ['k'.repeat(65)]: '' } }), 'metadata'],
    [
      'a metadata key of 65 characters that are two units each',
      request({ metadata: { ['😀'.repeat(65)]: '' } }),
      'metadata',
    ],
    ['a metadata value of 513 characters', request({ metadata: { k: 'v'.repeat(513) } }), 'metadata.k'],
    ['metadata that is not text', request({ metadata: { k: 1 } }), 'metadata.k'],
    ['an effort that is not known', request({ reasoning: { effort: 'huge' } }), 'reasoning.effort'],
    [
      'a text format without a schema',
      request({ text: { format: { type: 'json_schema', name: 'x' } } }),
      'text.format.schema',
    ],
    ['a verbosity that is not known', request({ text: { verbosity: 'loud' } }), 'text.verbosity'],
    ['a function without a name', tool({ type: 'function', parameters: {} }), 'tools.0.name'],
    ['parameters that are text', tool({ type: 'function', name: 'f', parameters: '{}' }), 'tools.0.parameters'],
    [
      'a grammar without a definition',
      tool({ type: 'custom', name: 'c', format: { type: 'grammar', syntax: 'lark' } }),
      'tools.0.format.definition',
    ],
    [
      'a namespace with a malformed function',
      tool({ type: 'namespace', name: 'n', tools: [{ type: 'function' }] }),
      'tools.0.tools.0.name',
    ],
    ['an MCP tool without a label', tool({ type: 'mcp' }), 'tools.0.server_label'],
    ['a file search without stores', tool({ type: 'file_search' }), 'tools.0.vector_store_ids'],
    ['a tool without type', tool({ name: 'f' }), 'tools.0.type'],
    ['a named choice without a name', request({ tool_choice: { type: 'function' } }), 'tool_choice.name'],
    [
      'an allowed choice without a mode',
      request({ tool_choice: { type: 'allowed_tools', tools: [] } }),
      'tool_choice.mode',
    ],
  ])('%s', (_what, body, path) => {
    expect(faultOf(ours.responseCreateParamsSchema, body)).toBe(path);
  });
});

describe('an input item is rejected with the path of the invalid field, with or without type', () => {
  it.each<[string, unknown, string]>([
    ['a typeless message without content', { role: 'user' }, 'input.1.content'],
    ['a typeless message whose content is a number', { role: 'user', content: 5 }, 'input.1.content'],
    ['a typeless message of an unknown role', { role: 'bot', content: 'Hi' }, 'input.1.role'],
    ['a typeless message without role', { content: 'Hi' }, 'input.1.role'],
    [
      'a typeless message with a malformed part',
      { role: 'user', content: [{ type: 'input_text' }] },
      'input.1.content.0.text',
    ],
    [
      'a message with a malformed image',
      { type: 'message', role: 'user', content: [{ type: 'input_image', detail: 'huge' }] },
      'input.1.content.0.detail',
    ],
    [
      'a message with a part without type',
      { type: 'message', role: 'user', content: [{ text: 'Hi' }] },
      'input.1.content.0.type',
    ],
    [
      'a message with an unknown phase',
      { type: 'message', role: 'assistant', content: 'Hi', phase: 'later' },
      'input.1.phase',
    ],
    ['a call without call_id', { type: 'function_call', name: 'f', arguments: '{}' }, 'input.1.call_id'],
    [
      'a call whose arguments are an object',
      { type: 'function_call', call_id: 'c', name: 'f', arguments: {} },
      'input.1.arguments',
    ],
    ['an output without output', { type: 'function_call_output', call_id: 'c' }, 'input.1.output'],
    [
      'an output with a malformed part',
      { type: 'function_call_output', call_id: 'c', output: [{ type: 'input_file', file_id: 1 }] },
      'input.1.output.0.file_id',
    ],
    [
      'a paragraph of reasoning without text',
      { type: 'reasoning', id: 'rs_1', summary: [{ type: 'summary_text' }] },
      'input.1.summary.0.text',
    ],
    ['reasoning without summary', { type: 'reasoning', id: 'rs_1' }, 'input.1.summary'],
    ['a reference without id', { type: 'item_reference' }, 'input.1.id'],
    ['a reference whose type is null and whose id is a number', { type: null, id: 1 }, 'input.1.id'],
    [
      'an annotation without its url',
      { role: 'assistant', content: [{ type: 'output_text', text: '', annotations: [{ type: 'url_citation' }] }] },
      'input.1.content.0.annotations.0.url',
    ],
    ['a shell call without commands', { type: 'shell_call', call_id: 'c', action: {} }, 'input.1.action.commands'],
    [
      'a patch without a path',
      { type: 'apply_patch_call', call_id: 'c', status: 'completed', operation: { type: 'delete_file' } },
      'input.1.operation.path',
    ],
    ['a type that is a number', { type: 7, role: 'user', content: 'Hi' }, 'input.1.type'],
    ['an item that is text', 'Hi', 'input.1'],
  ])('%s', (_what, value, path) => {
    expect(faultOf(ours.responseCreateParamsSchema, item(value))).toBe(path);
  });
});

it('counts characters of metadata, not units of them', () => {
  expect(
    faultOf(ours.responseCreateParamsSchema, request({ metadata: { ['😀'.repeat(64)]: '😀'.repeat(512) } })),
  ).toBeUndefined();
});

describe('unknown values pass through unchanged', () => {
  it.each<[string, z.ZodType, unknown]>([
    ['a field of the request', ours.responseCreateParamsSchema, request({ client_metadata: { a: 1 } })],
    ['an item', ours.responseCreateParamsSchema, item({ type: 'dream_call', depth: 3 })],
    ['a part', ours.responseCreateParamsSchema, item({ role: 'user', content: [{ type: 'input_smell', data: 'x' }] })],
    [
      'a part of reasoning',
      ours.responseCreateParamsSchema,
      item({ type: 'reasoning', id: 'rs_1', summary: [{ type: 'future', q: 1 }], content: [{ type: 'fut', x: 1 }] }),
    ],
    ['a tool', ours.responseCreateParamsSchema, tool({ type: 'teleport', range: 1 })],
    ['a tool choice', ours.responseCreateParamsSchema, request({ tool_choice: { type: 'teleport' } })],
    ['a text format', ours.responseCreateParamsSchema, request({ text: { format: { type: 'yaml' } } })],
    ['an includable', ours.responseCreateParamsSchema, request({ include: ['something.newer'] })],
    ['a reason why a response is incomplete', ours.incompleteDetailsSchema, { reason: 'max_tool_calls', x: 1 }],
    ['an event', ours.responseStreamEventSchema, { type: 'response.dream.delta', sequence_number: 4, delta: 'z' }],
    [
      'a field of an event',
      ours.responseStreamEventSchema,
      { type: 'response.audio.done', sequence_number: 4, obfuscation: 'x' },
    ],
    ['a client frame', ours.responsesClientEventSchema, { type: 'response.inject', input: [] }],
  ])('%s', (_what, schema, value) => {
    expect(schema.parse(value)).toEqual(value);
  });
});

describe('what is not known yet has what all of its kind have', () => {
  it.each<[string, z.ZodType, object, string]>([
    [
      'an event its number',
      ours.responseStreamEventSchema,
      { type: 'response.dream.delta', delta: 'z' },
      'sequence_number',
    ],
    ['an item of a conversation its id', ours.conversationItemSchema, { type: 'dream_call', depth: 3 }, 'id'],
    ['an item that a model was given its id', ours.responseItemSchema, { type: 'dream_call', depth: 3 }, 'id'],
  ])('%s', (_what, schema, value, path) => {
    expect(faultOf(schema, value)).toBe(path);
  });
});

describe('what real clients send is accepted', () => {
  it.each<[string, unknown]>([
    [
      'text: {} and strict: null',
      request({ text: {}, tools: [{ type: 'function', name: 'f', parameters: {}, strict: null }] }),
    ],
    ['tools: [] and include: []', request({ tools: [], include: [] })],
    ['a function without parameters and strict', tool({ type: 'function', name: 'f' })],
    ['a function call without id', item({ type: 'function_call', call_id: 'c', name: 'f', arguments: '' })],
    [
      'reasoning with content null',
      item({ type: 'reasoning', id: 'rs_1', summary: [], content: null, encrypted_content: null }),
    ],
    ['a reference that is only an id', item({ id: 'msg_1' })],
    ['a namespace without description', tool({ type: 'namespace', name: 'n', tools: [] })],
    ['no input at all', { model: 'demo' }],
  ])('%s', (_what, body) => {
    expect(faultOf(ours.responseCreateParamsSchema, body)).toBeUndefined();
    expect(ours.responseCreateParamsSchema.parse(body)).toEqual(body);
  });
});

describe('an event is rejected with the path of the invalid field', () => {
  it.each<[unknown, string]>([
    [
      {
        type: 'response.output_text.delta',
        sequence_number: 1,
        item_id: 'm',
        output_index: 0,
        content_index: 0,
        logprobs: [],
      },
      'delta',
    ],
    [
      {
        type: 'response.output_text.delta',
        sequence_number: 1,
        item_id: 'm',
        output_index: 0,
        content_index: 0,
        delta: '',
      },
      'logprobs',
    ],
    [
      { type: 'response.output_item.added', sequence_number: 1, output_index: 0, item: { type: 'function_call' } },
      'item.call_id',
    ],
    [{ type: 'response.created', sequence_number: 0, response: { id: 'resp_1' } }, 'response.object'],
    [{ type: 'response.audio.done', sequence_number: -1 }, 'sequence_number'],
  ])('%j', (event, path) => {
    expect(faultOf(ours.responseStreamEventSchema, event)).toBe(path);
  });
});

describe('usage', () => {
  const both = {
    input_tokens: 1,
    input_tokens_details: { cached_tokens: 0 },
    output_tokens: 2,
    output_tokens_details: { reasoning_tokens: 0 },
    total_tokens: 3,
    prompt_tokens: 1,
    completion_tokens: 2,
    prompt_tokens_details: {},
    completion_tokens_details: {},
  };
  const { input_tokens, input_tokens_details, output_tokens, output_tokens_details, ...completionStyle } = both;

  it('accepts both namings or either one', () => {
    const inputOutput = { input_tokens, input_tokens_details, output_tokens, output_tokens_details, total_tokens: 3 };
    for (const usage of [both, inputOutput, completionStyle])
      expect(ours.responseUsageSchema.parse(usage)).toEqual(usage);
  });

  it('is rejected when one naming is malformed, even if the other is valid', () => {
    expect(ours.responseUsageSchema.safeParse({ ...both, input_tokens: '1' }).success).toBe(false);
    expect(ours.responseUsageSchema.safeParse({ ...both, prompt_tokens: '1' }).success).toBe(false);
  });
});

describe('an input item is normalized', () => {
  it.each<[string, ours.ResponseInputItem, string]>([
    ['a typeless message', { role: 'user', content: 'Hi' }, 'message'],
    ['a reference that is only an id', { id: 'msg_1' }, 'item_reference'],
    ['a reference of type null', { type: null, id: 'msg_1' }, 'item_reference'],
  ])('%s gets its type', (_what, value, type) => {
    expect(ours.normalizeInputItem(value)).toEqual({ ...value, type });
  });

  it('that has a type is unchanged', () => {
    const call: ours.ResponseInputItem = { type: 'function_call', call_id: 'c', name: 'f', arguments: '{}' };
    expect(ours.normalizeInputItem(call)).toBe(call);
  });
});

describe('frames of a WebSocket', () => {
  it('start a response with the body of a request, also with generate: false and stream: true', () => {
    const frame = { type: 'response.create', model: 'demo', input: [], generate: false, stream: true, store: false };
    expect(ours.responsesClientEventSchema.parse(frame)).toEqual(frame);
    expect(faultOf(ours.responsesClientEventSchema, { ...frame, temperature: 3 })).toBe('temperature');
  });

  it('carry a stream id back on events', () => {
    const frame = { type: 'response.audio.done', sequence_number: 1, stream_id: 's' };
    expect(ours.responsesServerEventSchema.parse(frame)).toEqual(frame);
  });

  it('steer a response and report the outcome', () => {
    const steer = { id: 'steer_1', previous_response_id: 'resp_1' };
    const client = {
      type: 'response.steer',
      previous_response_id: 'resp_1',
      input: [{ type: 'message', role: 'user', content: 'Stop.' }],
    };
    expect(ours.responsesClientEventSchema.parse(client)).toEqual(client);
    const pending = {
      type: 'response.steer.pending',
      sequence_number: 1,
      reason: 'waiting_for_required_input',
      steer,
      required_input: [{ type: 'function_call_output', call_id: 'c', name: 'f' }],
    };
    expect(ours.responsesServerEventSchema.parse(pending)).toEqual(pending);
    expect(faultOf(ours.responsesServerEventSchema, { ...pending, steer: {} })).toBe('steer.id');
  });

  it('report an error with the equivalent HTTP status', () => {
    const error = {
      type: 'error',
      status: 400,
      error: { type: 'invalid_request_error', code: 'previous_response_not_found', message: 'Not found.', param: null },
    };
    expect(ours.responsesServerEventSchema.parse(error)).toEqual(error);
    expect(faultOf(ours.responsesServerEventSchema, { type: 'error', status: 400 })).toBe('error');
  });
});

describe('the other bodies', () => {
  it.each<[string, z.ZodType, unknown]>([
    ['a deleted response', ours.responseDeletedSchema, { id: 'resp_1', object: 'response.deleted', deleted: true }],
    [
      'a page of input items',
      ours.responseItemListSchema,
      {
        object: 'list',
        data: [{ type: 'message', id: 'msg_1', role: 'user', content: [{ type: 'input_text', text: 'Hi' }] }],
        first_id: 'msg_1',
        last_id: 'msg_1',
        has_more: false,
      },
    ],
    [
      'a count of input tokens',
      ours.inputTokenCountResponseSchema,
      { object: 'response.input_tokens', input_tokens: 7 },
    ],
    ['a request to count', ours.inputTokenCountParamsSchema, { input: 'Hi', personality: 'friendly' }],
    ['a conversation', ours.conversationSchema, { id: 'conv_1', object: 'conversation', created_at: 1, metadata: {} }],
    [
      'a request for a conversation',
      ours.conversationCreateParamsSchema,
      { items: [{ role: 'user', content: 'Hi' }], metadata: null },
    ],
    [
      'a page of a conversation',
      ours.conversationItemListSchema,
      { object: 'list', data: [], first_id: '', last_id: '', has_more: false },
    ],
    [
      'a list of models',
      ours.modelListSchema,
      { object: 'list', data: [{ id: 'demo', object: 'model', created: 1, owned_by: 'local' }] },
    ],
    [
      'a webhook event',
      ours.responseWebhookEventSchema,
      { id: 'evt_1', object: 'event', type: 'response.completed', created_at: 1, data: { id: 'resp_1' } },
    ],
    ['a request to compact', ours.responseCompactParamsSchema, { model: 'demo', input: 'Hi', prompt_cache_key: 'k' }],
  ])('preserves %s completely', (_what, schema, value) => {
    expect(schema.parse(value)).toEqual(value);
  });

  it('rejects more than 20 items in one conversation request', () => {
    const items = Array.from({ length: 21 }, () => ({ role: 'user', content: 'Hi' }));
    expect(faultOf(ours.itemCreateParamsSchema, { items })).toBe('items');
  });

  it('wants of a conversation its metadata, as pairs of text', () => {
    const conversation = { id: 'conv_1', object: 'conversation', created_at: 1 };
    expect(ours.conversationSchema.parse({ ...conversation, metadata: null }).metadata).toBeNull();
    expect(faultOf(ours.conversationSchema, conversation)).toBe('metadata');
    expect(faultOf(ours.conversationSchema, { ...conversation, metadata: { topic: 1 } })).toBe('metadata.topic');
  });

  it('rejects a malformed item of a page', () => {
    const page = {
      object: 'list',
      data: [{ type: 'message', id: 'msg_1', role: 'user', content: 'Hi' }],
      first_id: 'a',
      last_id: 'a',
      has_more: false,
    };
    expect(faultOf(ours.responseItemListSchema, page)).toBe('data.0.content');
  });
});

describe('a fault', () => {
  it.each<[string, unknown, string]>([
    ['a member that is not there', { input: 'Hi' }, 'missing'],
    ['a member of another type', request({ temperature: '1' }), 'wrong-type'],
    ['none of the types that may be', request({ input: 1 }), 'wrong-type'],
    ['a number out of its bounds', request({ temperature: 3 }), 'wrong-value'],
    ['a word that is none of those', request({ truncation: 'some' }), 'wrong-value'],
    ['a word that is none of those, where an object may be, too', request({ tool_choice: 'some' }), 'wrong-value'],
    ['neither a word nor an object', request({ tool_choice: 7 }), 'wrong-type'],
    ['a text of no characters', { model: '' }, 'string-too-short'],
    ['a text of too many', request({ metadata: { a: 'x'.repeat(513) } }), 'string-too-long'],
  ])('has a kind: %s', (_, value, kind) => {
    const { error } = ours.responseCreateParamsSchema.safeParse(value);
    expect(error && describeFault(error, value).kind).toBe(kind);
  });
});

describe('a fault of what may be several things', () => {
  it.each<[unknown, string]>([
    [request({ input: 7 }), 'input: Input should be a string or an array, but got an integer'],
    [request({ input: [7] }), 'input.0: Input should be an object, but got an integer'],
    [item({ role: 'user', content: null }), 'input.1.content: Input should be a string or an array, but got null'],
    [
      request({ tool_choice: 'maybe' }),
      'tool_choice: Input should be "none" or "auto" or "required" or an object, but got another string',
    ],
    [
      request({ tool_choice: [] }),
      'tool_choice: Input should be "none" or "auto" or "required" or an object, but got an array',
    ],
    [tool(7), 'tools.0: Input should be an object, but got an integer'],
  ])('names all of them: %j', (value, message) => {
    const { error } = ours.responseCreateParamsSchema.safeParse(value);
    expect(error && describeFault(error, value).message).toBe(message);
  });
});
