import type { Operation } from '../operation.js';
import { responseExample } from '../response-examples.js';
import { generationErrors, questionErrors } from './model-errors.js';
import { includeParameter, itemPageParameters } from './query-parameters.js';

export const responseOperations: readonly Operation[] = [
  {
    method: 'post',
    path: '/v1/responses',
    id: 'createResponse',
    tag: 'Responses',
    summary: 'Generate a response',
    description:
      'The responses dialect. `previous_response_id` continues a stored response. With `stream: true` the response is a stream of events, closed by `[DONE]`.',
    body: 'ResponsesResponseCreateParams',
    example: { model: 'demo', input: 'Hello!' },
    responseSchemas: ['ResponsesResponse'],
    exampleResponse: responseExample,
    events: 'ResponsesResponseStreamEvent',
    fails: generationErrors,
  },
  {
    method: 'get',
    path: '/v1/responses',
    id: 'connectResponses',
    tag: 'Responses',
    summary: 'Open a WebSocket connection',
    description:
      'Requests an upgrade to WebSocket (101). Each `response.create` frame holds the body of a POST; the service responds with the events of a stream, one per text frame. On the same connection, `previous_response_id` also continues responses with `store: false`. Pages in browsers send their key as the sub-protocol `openai-insecure-api-key.KEY`.',
    upgrade: 'websocket',
  },
  {
    method: 'get',
    path: '/v1/responses/{id}',
    id: 'retrieveResponse',
    tag: 'Responses',
    summary: 'Retrieve a stored response',
    description:
      'Returns the response as it was delivered. A response of another owner and one that never existed give the same error.',
    query: [
      includeParameter,
      {
        name: 'stream',
        description: '`true`: as the stream of its events, which ends with the response.',
        schema: { type: 'string', enum: ['true', 'false'], default: 'false' },
      },
      {
        name: 'starting_after',
        description: '`sequence_number` of the last received event; the stream begins after it.',
        schema: { type: 'integer', minimum: 0, maximum: 1_000_000_000 },
      },
    ],
    responseSchemas: ['ResponsesResponse'],
    exampleResponse: responseExample,
    events: 'ResponsesResponseStreamEvent',
  },
  {
    method: 'delete',
    path: '/v1/responses/{id}',
    id: 'deleteResponse',
    tag: 'Responses',
    summary: 'Delete a stored response',
    responseSchemas: ['ResponsesResponseDeleted'],
  },
  {
    method: 'post',
    path: '/v1/responses/{id}/cancel',
    id: 'cancelResponse',
    tag: 'Responses',
    summary: 'Cancel a background response',
    description: 'Returns the current response. May be called again.',
    responseSchemas: ['ResponsesResponse'],
  },
  {
    method: 'get',
    path: '/v1/responses/{id}/input_items',
    id: 'listInputItems',
    tag: 'Responses',
    summary: 'List the input items of a stored response',
    query: itemPageParameters,
    responseSchemas: ['ResponsesResponseItemList'],
  },
  {
    method: 'post',
    path: '/v1/responses/input_tokens',
    id: 'countInputTokens',
    tag: 'Responses',
    summary: 'Count the input tokens of a response',
    description:
      'Accepts the body of a response. `model` is required, because each model counts in its own way; `input` is optional.',
    body: 'ResponsesInputTokenCountParams',
    example: { model: 'demo', input: 'Hello!' },
    responseSchemas: ['ResponsesInputTokenCountResponse'],
    fails: questionErrors,
  },
  {
    method: 'post',
    path: '/v1/responses/compact',
    id: 'compactResponse',
    tag: 'Responses',
    summary: 'Compact a conversation',
    description:
      'The `output` is the `input` of the next request: the messages of the user, and one item that replaces everything else.',
    body: 'ResponsesResponseCompactParams',
    example: { model: 'demo', input: [{ role: 'user', content: 'My name is Ada.' }] },
    responseSchemas: ['ResponsesCompactedResponse'],
    fails: generationErrors,
  },
  {
    method: 'post',
    path: '/v1/alpha/search',
    id: 'searchWeb',
    tag: 'Responses',
    summary: 'Search the web outside of a response',
    description:
      'Codex sends its searches here. The commands run in order; pages are opened only if `input` or a result has their URLs.',
    body: 'ResponsesSearchParams',
    example: { model: 'demo', commands: { search_query: [{ q: 'oak doors' }] } },
    responseSchemas: ['ResponsesSearchResponse'],
    fails: generationErrors,
  },
];
