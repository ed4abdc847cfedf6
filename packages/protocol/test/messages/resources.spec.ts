import {
  batchCreateParamsSchema,
  errorStatus,
  fileMetadataPageCursorSchema,
  isMessagesVersion,
  messageBatchesPageSchema,
  messageBatchIndividualResponseSchema,
  messageCountTokensParamsSchema,
  messagesVersions,
  messageTokensCountSchema,
  modelInfoSchema,
  modelInfosPageSchema,
  pageParamsSchema,
} from '#src/messages.js';
import { sdkErrorClass } from './sdk-error-class.js';

const batch = {
  id: 'msgbatch_1',
  type: 'message_batch',
  processing_status: 'ended',
  request_counts: { processing: 0, succeeded: 1, errored: 1, canceled: 0, expired: 0 },
  created_at: '2026-11-20T08:00:00Z',
  expires_at: '2026-11-21T08:00:00Z',
  ended_at: '2026-11-20T08:05:00Z',
  cancel_initiated_at: null,
  archived_at: null,
  results_url: 'https://example.com/v1/messages/batches/msgbatch_1/results',
};
const message = {
  id: 'msg_1',
  type: 'message',
  role: 'assistant',
  model: 'm',
  content: [{ type: 'text', text: 'Hi.' }],
  stop_reason: 'end_turn',
  stop_sequence: null,
  usage: { input_tokens: 1, output_tokens: 2 },
};
const supported = { supported: true };
const model = {
  id: 'm',
  type: 'model',
  display_name: 'M',
  created_at: '2026-01-01T00:00:00Z',
  lifecycle: 'active',
  line: null,
  max_tokens: 4096,
  capabilities: {
    batch: supported,
    citations: supported,
    code_execution: supported,
    image_input: supported,
    pdf_input: supported,
    structured_outputs: supported,
    context_management: { supported: false, compact_20260112: null },
    effort: { supported: true, low: supported, medium: supported, high: supported, max: supported, xhigh: null },
    server_tools: { supported: false, code_execution: supported, web_search: supported },
    thinking: {
      supported: true,
      types: { adaptive: supported, between_tools: supported, disabled: supported, enabled: supported },
    },
  },
};

describe('the other resources of the messages dialect', () => {
  it.each([
    [
      'a page of models',
      modelInfosPageSchema,
      {
        data: [
          model,
          { ...model, capabilities: null },
          { ...model, capabilities: { ...model.capabilities, tool_use: supported } },
        ],
        has_more: false,
        first_id: 'm',
        last_id: 'm',
      },
    ],
    ['an empty page', modelInfosPageSchema, { data: [], has_more: false, first_id: null, last_id: null }],
    [
      'a page of batches',
      messageBatchesPageSchema,
      { data: [batch], has_more: true, first_id: batch.id, last_id: batch.id },
    ],
    [
      'a batch result',
      messageBatchIndividualResponseSchema,
      { custom_id: 'a', result: { type: 'succeeded', message } },
    ],
    [
      'a failed batch result',
      messageBatchIndividualResponseSchema,
      {
        custom_id: 'b',
        result: {
          type: 'errored',
          error: { type: 'error', error: { type: 'api_error', message: 'x' }, request_id: null },
        },
      },
    ],
    [
      'a batch result of a later kind',
      messageBatchIndividualResponseSchema,
      { custom_id: 'c', result: { type: 'postponed', until: 1 } },
    ],
    [
      'a page of files',
      fileMetadataPageCursorSchema,
      {
        data: [
          {
            id: 'file_1',
            type: 'file',
            filename: 'a.txt',
            mime_type: 'text/plain',
            size_bytes: 3,
            created_at: '2026-01-01T00:00:00Z',
            downloadable: false,
          },
        ],
        next_page: null,
      },
    ],
    [
      'a token count',
      messageTokensCountSchema,
      { input_tokens: 14, context_management: { original_input_tokens: 20 } },
    ],
    [
      'a count request without max_tokens',
      messageCountTokensParamsSchema,
      { model: 'm', messages: [{ role: 'user', content: 'Hi.' }], system: 'S' },
    ],
    [
      'a batch request',
      batchCreateParamsSchema,
      { requests: [{ custom_id: 'a', params: { model: 'm', max_tokens: 1, messages: [] } }] },
    ],
  ])('%s matches the schema without loss', (_, schema, value) => {
    expect(schema.parse(value)).toEqual(value);
  });

  it.each([
    ['a batch without requests', batchCreateParamsSchema, { requests: [] }],
    [
      'a batch request without max_tokens',
      batchCreateParamsSchema,
      { requests: [{ custom_id: 'a', params: { model: 'm', messages: [] } }] },
    ],
    [
      'a model with an invalid tool_use capability',
      modelInfoSchema,
      { ...model, capabilities: { ...model.capabilities, tool_use: true } },
    ],
    ['a negative token count', messageTokensCountSchema, { input_tokens: -1 }],
    ['a page of more than a thousand', pageParamsSchema, { limit: 1001 }],
  ])('rejects %s', (_, schema, value) => {
    expect(schema.safeParse(value).success).toBe(false);
  });
});

describe('versions and errors', () => {
  it('accepts only the two known generations', () => {
    expect(messagesVersions.every((version) => isMessagesVersion(version))).toBe(true);
    expect(isMessagesVersion('2023-01-01')).toBe(false);
  });

  it('every error type has a status for which the official SDK has a class', () => {
    const statuses = Object.keys(sdkErrorClass).map(Number);
    expect(statuses).toEqual(expect.arrayContaining(Object.values(errorStatus)));
  });
});
