// What each route takes and gives. A route that is missing here fails a test, and so does one that is here and not served.

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
  /** Success is the switch to another protocol and not an answer. */
  readonly upgrade?: 'websocket';
  /** Schemas of the JSON answer; several where the dialect decides. Absent: plain text. */
  readonly answer?: readonly string[];
  /** Schema of one line of an answer in JSON lines. */
  readonly lines?: string;
  /** Schema of one event of the streamed answer. */
  readonly events?: string;
  readonly errors?: readonly number[];
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

const generation = [400, 401, 404, 413, 415, 429, 500, 503] as const;

export const operations: readonly Operation[] = [
  {
    method: 'post',
    path: '/v1/messages',
    id: 'createMessage',
    tag: 'Messages',
    summary: 'Generate a message',
    description: 'The messages dialect. Needs the header `vendor-version` (or `anthropic-version`). With `stream: true` the answer is a stream of events.',
    body: 'MessagesMessageCreateParams',
    answer: ['MessagesMessage'],
    events: 'MessagesMessageStreamEvent',
    errors: generation,
  },
  {
    method: 'post',
    path: '/v1/messages/count_tokens',
    id: 'countMessageTokens',
    tag: 'Messages',
    summary: 'Count the input tokens of a message',
    body: 'MessagesMessageCountTokensParams',
    answer: ['MessagesMessageTokensCount'],
    errors: [400, 401, 404, 413, 415],
  },
  {
    method: 'delete',
    path: '/v1/messages/threads/{id}',
    id: 'deleteMessageThread',
    tag: 'Messages',
    summary: 'Delete a thread',
    description: '`id` is that of the last answer of the thread. With it goes all that it continues, but nothing that another thread goes on from as well.',
    answer: ['MessagesDeletedMessageThread'],
    errors: [400, 401, 404],
  },
  {
    method: 'post',
    path: '/v1/messages/batches',
    id: 'createMessageBatch',
    tag: 'Messages',
    summary: 'Generate many messages in the background',
    description: 'Each request of the batch is checked and answered by itself; the results are ready when `processing_status` is `ended`. What is not done after 24 hours expires.',
    body: 'MessagesBatchCreateParams',
    answer: ['MessagesMessageBatch'],
    errors: [400, 401, 413, 415],
  },
  {
    method: 'get',
    path: '/v1/messages/batches',
    id: 'listMessageBatches',
    tag: 'Messages',
    summary: 'The batches, newest first',
    query: messagesPage,
    answer: ['MessagesMessageBatchesPage'],
    errors: [400, 401],
  },
  {
    method: 'get',
    path: '/v1/messages/batches/{id}',
    id: 'retrieveMessageBatch',
    tag: 'Messages',
    summary: 'One batch',
    answer: ['MessagesMessageBatch'],
    errors: [401, 404],
  },
  {
    method: 'post',
    path: '/v1/messages/batches/{id}/cancel',
    id: 'cancelMessageBatch',
    tag: 'Messages',
    summary: 'Cancel a batch',
    description: 'What was answered stays; the rest is canceled. May be called again.',
    answer: ['MessagesMessageBatch'],
    errors: [401, 404],
  },
  {
    method: 'delete',
    path: '/v1/messages/batches/{id}',
    id: 'deleteMessageBatch',
    tag: 'Messages',
    summary: 'Delete a batch that has ended',
    answer: ['MessagesDeletedMessageBatch'],
    errors: [400, 401, 404],
  },
  {
    method: 'get',
    path: '/v1/messages/batches/{id}/results',
    id: 'messageBatchResults',
    tag: 'Messages',
    summary: 'The results of a batch that has ended',
    description: 'One JSON object a line (`application/x-jsonl`), in the order in which they were ready.',
    lines: 'MessagesMessageBatchIndividualResponse',
    errors: [401, 404],
  },
  {
    method: 'post',
    path: '/v1/responses',
    id: 'createResponse',
    tag: 'Responses',
    summary: 'Generate a response',
    description: 'The responses dialect. `previous_response_id` continues a stored response. With `stream: true` the answer is a stream of events, closed by `[DONE]`.',
    body: 'ResponsesResponseCreateParams',
    answer: ['ResponsesResponse'],
    events: 'ResponsesResponseStreamEvent',
    errors: generation,
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
    errors: [400, 401, 426, 503],
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
    events: 'ResponsesResponseStreamEvent',
    errors: [400, 401, 404],
  },
  {
    method: 'delete',
    path: '/v1/responses/{id}',
    id: 'deleteResponse',
    tag: 'Responses',
    summary: 'Delete a stored response',
    answer: ['ResponsesResponseDeleted'],
    errors: [401, 404],
  },
  {
    method: 'post',
    path: '/v1/responses/{id}/cancel',
    id: 'cancelResponse',
    tag: 'Responses',
    summary: 'End a background response',
    description: 'Returns the response as it is then. May be called again.',
    answer: ['ResponsesResponse'],
    errors: [400, 401, 404],
  },
  {
    method: 'get',
    path: '/v1/responses/{id}/input_items',
    id: 'listInputItems',
    tag: 'Responses',
    summary: 'What was sent to get a stored response',
    query: itemPage,
    answer: ['ResponsesResponseItemList'],
    errors: [400, 401, 404],
  },
  {
    method: 'post',
    path: '/v1/responses/input_tokens',
    id: 'countInputTokens',
    tag: 'Responses',
    summary: 'Count the input tokens of a response',
    description: 'Takes the body of a response, too. `model` is required, because each counts in its own way; `input` is not.',
    body: 'ResponsesInputTokenCountParams',
    answer: ['ResponsesInputTokenCountResponse'],
    errors: [400, 401, 404, 413, 415],
  },
  {
    method: 'post',
    path: '/v1/responses/compact',
    id: 'compactResponse',
    tag: 'Responses',
    summary: 'Make a conversation small',
    description: 'The `output` is the `input` to go on with: what the user said, and one item that stands for everything else.',
    body: 'ResponsesResponseCompactParams',
    answer: ['ResponsesCompactedResponse'],
    errors: generation,
  },
  {
    method: 'post',
    path: '/v1/conversations',
    id: 'createConversation',
    tag: 'Conversations',
    summary: 'Begin a conversation',
    body: 'ResponsesConversationCreateParams',
    answer: ['ResponsesConversation'],
    errors: [400, 401, 404, 413, 415],
  },
  {
    method: 'get',
    path: '/v1/conversations/{id}',
    id: 'retrieveConversation',
    tag: 'Conversations',
    summary: 'A conversation',
    answer: ['ResponsesConversation'],
    errors: [401, 404],
  },
  {
    method: 'post',
    path: '/v1/conversations/{id}',
    id: 'updateConversation',
    tag: 'Conversations',
    summary: 'Replace the metadata of a conversation',
    body: 'ResponsesConversationUpdateParams',
    answer: ['ResponsesConversation'],
    errors: [400, 401, 404, 413, 415],
  },
  {
    method: 'delete',
    path: '/v1/conversations/{id}',
    id: 'deleteConversation',
    tag: 'Conversations',
    summary: 'Delete a conversation with its items',
    answer: ['ResponsesConversationDeletedResource'],
    errors: [401, 404],
  },
  {
    method: 'post',
    path: '/v1/conversations/{id}/items',
    id: 'createConversationItems',
    tag: 'Conversations',
    summary: 'Add items to a conversation',
    query: [include],
    body: 'ResponsesItemCreateParams',
    answer: ['ResponsesConversationItemList'],
    errors: [400, 401, 404, 413, 415],
  },
  {
    method: 'get',
    path: '/v1/conversations/{id}/items',
    id: 'listConversationItems',
    tag: 'Conversations',
    summary: 'The items of a conversation',
    query: itemPage,
    answer: ['ResponsesConversationItemList'],
    errors: [400, 401, 404],
  },
  {
    method: 'get',
    path: '/v1/conversations/{id}/items/{itemId}',
    id: 'retrieveConversationItem',
    tag: 'Conversations',
    summary: 'One item of a conversation',
    query: [include],
    answer: ['ResponsesConversationItem'],
    errors: [400, 401, 404],
  },
  {
    method: 'delete',
    path: '/v1/conversations/{id}/items/{itemId}',
    id: 'deleteConversationItem',
    tag: 'Conversations',
    summary: 'Take an item out of a conversation',
    description: 'Returns the conversation.',
    answer: ['ResponsesConversation'],
    errors: [401, 404],
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
    errors: [400, 401],
  },
  {
    method: 'get',
    path: '/v1/models/{id}',
    id: 'retrieveModel',
    tag: 'Models',
    summary: 'One model',
    answer: ['ResponsesModel', 'MessagesModelInfo'],
    errors: [401, 404],
  },
  { method: 'get', path: '/health/live', id: 'live', tag: 'Health', summary: 'The process answers', public: true },
  { method: 'get', path: '/health/ready', id: 'ready', tag: 'Health', summary: 'The store answers and there is a model', public: true, errors: [503] },
];
