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
      'The responses dialect. `previous_response_id` continues a stored response. With `stream: true` the answer is a stream of events, closed by `[DONE]`.',
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
      includeParameter,
      {
        name: 'stream',
        description: '`true`: as the stream of its events, which ends with the response.',
        schema: { type: 'string', enum: ['true', 'false'], default: 'false' },
      },
      {
        name: 'starting_after',
        description: '`sequence_number` of the last event that is known; the stream begins behind it.',
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
    summary: 'End a background response',
    description: 'Returns the response as it is then. May be called again.',
    responseSchemas: ['ResponsesResponse'],
  },
  {
    method: 'get',
    path: '/v1/responses/{id}/input_items',
    id: 'listInputItems',
    tag: 'Responses',
    summary: 'What was sent to get a stored response',
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
      'Takes the body of a response, too. `model` is required, because each counts in its own way; `input` is not.',
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
    summary: 'Make a conversation small',
    description:
      'The `output` is the `input` to go on with: what the user said, and one item that stands for everything else.',
    body: 'ResponsesResponseCompactParams',
    example: { model: 'demo', input: [{ role: 'user', content: 'My name is Ada.' }] },
    responseSchemas: ['ResponsesCompactedResponse'],
    fails: generationErrors,
  },
];
