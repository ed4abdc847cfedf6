// What each route takes and gives. A route that is missing here fails a test, and so does one that is here and not served.
import type { ErrorCode } from '@org/engine/errors/engine-error';
import type { JsonObject } from '@org/engine/model/json';
import { messageExample, responseExample } from './answer-examples.js';

/** One method of one path. Schemas are named as in `components`. */
export interface Operation {
  readonly method: 'get' | 'post' | 'delete';
  /** As OpenAPI writes it: `/v1/responses/{id}`. */
  readonly path: string;
  readonly id: string;
  readonly summary: string;
  readonly tag: 'Messages' | 'Responses' | 'Conversations' | 'Models' | 'Health';
  readonly description?: string;
  /** Anybody may call it. */
  readonly public?: true;
  readonly query?: readonly QueryParameter[];
  readonly body?: string;
  /** Nothing may be sent in the place of the body. */
  readonly bodyOptional?: true;
  /** A body that works on a fresh installation. */
  readonly example?: JsonObject;
  /** Success is the switch to another protocol and not an answer. */
  readonly upgrade?: 'websocket';
  /** Schemas of the JSON answer; several where the dialect decides. Absent: plain text. */
  readonly answer?: readonly string[];
  /** The answer to `example`, where every field of the schema would be too much to look at. */
  readonly answerExample?: JsonObject;
  /** Schema of one line of an answer in JSON lines. */
  readonly lines?: string;
  /** Schema of one event of the streamed answer. */
  readonly events?: string;
  /** What may go wrong beyond what may with every operation of its kind (`failures.ts`). */
  readonly fails?: readonly ErrorCode[];
}

type ValueSchema = {
  readonly type: 'string' | 'integer' | 'boolean';
  readonly enum?: readonly string[];
  readonly minimum?: number;
  readonly maximum?: number;
  readonly default?: string | number;
};

export interface QueryParameter {
  readonly name: string;
  readonly description: string;
  /** A list is the parameter again for each of its values. */
  readonly schema: ValueSchema | { readonly type: 'array'; readonly items: ValueSchema };
}

const include: QueryParameter = {
  name: 'include',
  description: 'What to show beyond what is always shown: `reasoning.encrypted_content`. Other values change nothing. May be named `include[]`.',
  schema: { type: 'array', items: { type: 'string' } },
};

const itemPage: readonly QueryParameter[] = [
  { name: 'after', description: 'Id of the item after which the page begins.', schema: { type: 'string' } },
  { name: 'limit', description: 'Most items of the page.', schema: { type: 'integer', minimum: 1, maximum: 100, default: 20 } },
  { name: 'order', description: 'By age; `desc`: newest first.', schema: { type: 'string', enum: ['asc', 'desc'], default: 'desc' } },
  include,
];

/** A page of the messages dialect, of whatever it lists. */
const messagesPage: readonly QueryParameter[] = [
  { name: 'limit', description: 'Most entries of the page.', schema: { type: 'integer', minimum: 1, maximum: 1000, default: 20 } },
  { name: 'after_id', description: 'Id of the entry after which the page begins.', schema: { type: 'string' } },
  { name: 'before_id', description: 'Id of the entry before which the page ends.', schema: { type: 'string' } },
];

/** A question about a model, such as a count, and what a generation may meet beyond it. */
const question = ['unknown-model', 'previous-not-found', 'rate-limited', 'upstream-failed', 'timed-out'] as const;
const generation = [...question, 'tool-server-failed'] as const;

export const operations: readonly Operation[] = [
  {
    method: 'post',
    path: '/v1/messages',
    id: 'createMessage',
    tag: 'Messages',
    summary: 'Generate a message',
    description: 'The messages dialect. Needs the header `vendor-version` (or `anthropic-version`). With `stream: true` the answer is a stream of events.',
    body: 'MessagesMessageCreateParams',
    example: { model: 'demo', max_tokens: 64, messages: [{ role: 'user', content: 'Hello!' }] },
    answer: ['MessagesMessage'],
    answerExample: messageExample,
    events: 'MessagesMessageStreamEvent',
    fails: generation,
  },
  {
    method: 'post',
    path: '/v1/messages/count_tokens',
    id: 'countMessageTokens',
    tag: 'Messages',
    summary: 'Count the input tokens of a message',
    body: 'MessagesMessageCountTokensParams',
    example: { model: 'demo', messages: [{ role: 'user', content: 'Hello!' }] },
    answer: ['MessagesMessageTokensCount'],
    fails: question,
  },
  {
    method: 'delete',
    path: '/v1/messages/threads/{id}',
    id: 'deleteMessageThread',
    tag: 'Messages',
    summary: 'Delete a thread',
    description: '`id` is that of the last answer of the thread. With it goes all that it continues, but nothing that another thread goes on from as well.',
    answer: ['MessagesDeletedMessageThread'],
  },
  {
    method: 'post',
    path: '/v1/messages/batches',
    id: 'createMessageBatch',
    tag: 'Messages',
    summary: 'Generate many messages in the background',
    description: 'Each request of the batch is checked and answered by itself; the results are ready when `processing_status` is `ended`. What is not done after 24 hours expires.',
    body: 'MessagesBatchCreateParams',
    example: { requests: [{ custom_id: 'first', params: { model: 'demo', max_tokens: 64, messages: [{ role: 'user', content: 'Hello!' }] } }] },
    answer: ['MessagesMessageBatch'],
    fails: ['rate-limited'],
  },
  {
    method: 'get',
    path: '/v1/messages/batches',
    id: 'listMessageBatches',
    tag: 'Messages',
    summary: 'The batches, newest first',
    query: messagesPage,
    answer: ['MessagesMessageBatchesPage'],
  },
  {
    method: 'get',
    path: '/v1/messages/batches/{id}',
    id: 'retrieveMessageBatch',
    tag: 'Messages',
    summary: 'One batch',
    answer: ['MessagesMessageBatch'],
  },
  {
    method: 'post',
    path: '/v1/messages/batches/{id}/cancel',
    id: 'cancelMessageBatch',
    tag: 'Messages',
    summary: 'Cancel a batch',
    description: 'What was answered stays; the rest is canceled. May be called again.',
    answer: ['MessagesMessageBatch'],
  },
  {
    method: 'delete',
    path: '/v1/messages/batches/{id}',
    id: 'deleteMessageBatch',
    tag: 'Messages',
    summary: 'Delete a batch that has ended',
    answer: ['MessagesDeletedMessageBatch'],
  },
  {
    method: 'get',
    path: '/v1/messages/batches/{id}/results',
    id: 'messageBatchResults',
    tag: 'Messages',
    summary: 'The results of a batch that has ended',
    description: 'One JSON object a line (`application/x-jsonl`), in the order in which they were ready.',
    lines: 'MessagesMessageBatchIndividualResponse',
  },
  {
    method: 'post',
    path: '/v1/responses',
    id: 'createResponse',
    tag: 'Responses',
    summary: 'Generate a response',
    description: 'The responses dialect. `previous_response_id` continues a stored response. With `stream: true` the answer is a stream of events, closed by `[DONE]`.',
    body: 'ResponsesResponseCreateParams',
    example: { model: 'demo', input: 'Hello!' },
    answer: ['ResponsesResponse'],
    answerExample: responseExample,
    events: 'ResponsesResponseStreamEvent',
    fails: generation,
  },
  {
    method: 'get',
    path: '/v1/responses',
    id: 'connectResponses',
    tag: 'Responses',
    summary: 'Open a WebSocket connection',
    description:
      'Asks for an upgrade to WebSocket (101). Each `response.create` frame holds the body of a POST and is answered with the events of a stream, one a text frame. On the same connection, `previous_response_id` also continues responses with `store: false`. Pages in browsers send their key as the sub-protocol `openai-insecure-api-key.KEY`.',
    upgrade: 'websocket',
    fails: ['rate-limited'],
  },
  {
    method: 'get',
    path: '/v1/responses/{id}',
    id: 'retrieveResponse',
    tag: 'Responses',
    summary: 'A stored response',
    description: 'Served as it was delivered. What belongs to another key and what never existed are answered alike.',
    query: [
      include,
      { name: 'stream', description: '`true`: as the stream of its events, which ends with the response.', schema: { type: 'string', enum: ['true', 'false'], default: 'false' } },
      { name: 'starting_after', description: '`sequence_number` of the last event that is known; the stream begins behind it.', schema: { type: 'integer', minimum: 0, maximum: 1_000_000_000 } },
    ],
    answer: ['ResponsesResponse'],
    answerExample: responseExample,
    events: 'ResponsesResponseStreamEvent',
  },
  {
    method: 'delete',
    path: '/v1/responses/{id}',
    id: 'deleteResponse',
    tag: 'Responses',
    summary: 'Delete a stored response',
    answer: ['ResponsesResponseDeleted'],
  },
  {
    method: 'post',
    path: '/v1/responses/{id}/cancel',
    id: 'cancelResponse',
    tag: 'Responses',
    summary: 'End a background response',
    description: 'Returns the response as it is then. May be called again.',
    answer: ['ResponsesResponse'],
  },
  {
    method: 'get',
    path: '/v1/responses/{id}/input_items',
    id: 'listInputItems',
    tag: 'Responses',
    summary: 'What was sent to get a stored response',
    query: itemPage,
    answer: ['ResponsesResponseItemList'],
  },
  {
    method: 'post',
    path: '/v1/responses/input_tokens',
    id: 'countInputTokens',
    tag: 'Responses',
    summary: 'Count the input tokens of a response',
    description: 'Takes the body of a response, too. `model` is required, because each counts in its own way; `input` is not.',
    body: 'ResponsesInputTokenCountParams',
    example: { model: 'demo', input: 'Hello!' },
    answer: ['ResponsesInputTokenCountResponse'],
    fails: question,
  },
  {
    method: 'post',
    path: '/v1/responses/compact',
    id: 'compactResponse',
    tag: 'Responses',
    summary: 'Make a conversation small',
    description: 'The `output` is the `input` to go on with: what the user said, and one item that stands for everything else.',
    body: 'ResponsesResponseCompactParams',
    example: { model: 'demo', input: [{ role: 'user', content: 'My name is Ada.' }] },
    answer: ['ResponsesCompactedResponse'],
    fails: generation,
  },
  {
    method: 'post',
    path: '/v1/conversations',
    id: 'createConversation',
    tag: 'Conversations',
    summary: 'Begin a conversation',
    body: 'ResponsesConversationCreateParams',
    bodyOptional: true,
    example: { metadata: { topic: 'trip' } },
    answer: ['ResponsesConversation'],
    fails: ['not-found'],
  },
  {
    method: 'get',
    path: '/v1/conversations/{id}',
    id: 'retrieveConversation',
    tag: 'Conversations',
    summary: 'A conversation',
    answer: ['ResponsesConversation'],
  },
  {
    method: 'post',
    path: '/v1/conversations/{id}',
    id: 'updateConversation',
    tag: 'Conversations',
    summary: 'Replace the metadata of a conversation',
    body: 'ResponsesConversationUpdateParams',
    example: { metadata: { topic: 'trip' } },
    answer: ['ResponsesConversation'],
  },
  {
    method: 'delete',
    path: '/v1/conversations/{id}',
    id: 'deleteConversation',
    tag: 'Conversations',
    summary: 'Delete a conversation with its items',
    answer: ['ResponsesConversationDeletedResource'],
  },
  {
    method: 'post',
    path: '/v1/conversations/{id}/items',
    id: 'createConversationItems',
    tag: 'Conversations',
    summary: 'Add items to a conversation',
    query: [include],
    body: 'ResponsesItemCreateParams',
    example: { items: [{ role: 'user', content: 'My name is Ada.' }] },
    answer: ['ResponsesConversationItemList'],
  },
  {
    method: 'get',
    path: '/v1/conversations/{id}/items',
    id: 'listConversationItems',
    tag: 'Conversations',
    summary: 'The items of a conversation',
    query: itemPage,
    answer: ['ResponsesConversationItemList'],
  },
  {
    method: 'get',
    path: '/v1/conversations/{id}/items/{itemId}',
    id: 'retrieveConversationItem',
    tag: 'Conversations',
    summary: 'One item of a conversation',
    query: [include],
    answer: ['ResponsesConversationItem'],
  },
  {
    method: 'delete',
    path: '/v1/conversations/{id}/items/{itemId}',
    id: 'deleteConversationItem',
    tag: 'Conversations',
    summary: 'Take an item out of a conversation',
    description: 'Returns the conversation.',
    answer: ['ResponsesConversation'],
  },
  {
    method: 'get',
    path: '/v1/models',
    id: 'listModels',
    tag: 'Models',
    summary: 'The models',
    description: 'In the shape of the messages dialect when the request carries its version header, else in that of the responses dialect, which has no pages.',
    query: [
      ...messagesPage,
      { name: 'lifecycle', description: 'Only models in these stages; all that are served are `active`. May be named `lifecycle[]`.', schema: { type: 'array', items: { type: 'string', enum: ['active', 'deprecated', 'retired'] } } },
    ],
    answer: ['ResponsesModelList', 'MessagesModelInfosPage'],
  },
  {
    method: 'get',
    path: '/v1/models/{id}',
    id: 'retrieveModel',
    tag: 'Models',
    summary: 'One model',
    answer: ['ResponsesModel', 'MessagesModelInfo'],
  },
  { method: 'get', path: '/health/live', id: 'live', tag: 'Health', summary: 'The process answers', public: true },
  { method: 'get', path: '/health/ready', id: 'ready', tag: 'Health', summary: 'The store answers and there is a model', public: true, fails: ['overloaded'] },
];
