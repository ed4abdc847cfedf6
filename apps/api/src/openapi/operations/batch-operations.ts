import type { Operation } from '../operation.js';
import { messagesPageParameters } from './query-parameters.js';

export const batchOperations: readonly Operation[] = [
  {
    method: 'post',
    path: '/v1/messages/batches',
    id: 'createMessageBatch',
    tag: 'Messages',
    summary: 'Generate many messages in the background',
    description:
      'The service checks and runs each request of the batch separately; the results are ready when `processing_status` is `ended`. Requests that have not ended after 24 hours expire.',
    body: 'MessagesBatchCreateParams',
    example: {
      requests: [
        {
          custom_id: 'first',
          params: { model: 'demo', max_tokens: 64, messages: [{ role: 'user', content: 'Hello!' }] },
        },
      ],
    },
    responseSchemas: ['MessagesMessageBatch'],
  },
  {
    method: 'get',
    path: '/v1/messages/batches',
    id: 'listMessageBatches',
    tag: 'Messages',
    summary: 'List batches, newest first',
    query: messagesPageParameters,
    responseSchemas: ['MessagesMessageBatchesPage'],
  },
  {
    method: 'get',
    path: '/v1/messages/batches/{id}',
    id: 'retrieveMessageBatch',
    tag: 'Messages',
    summary: 'Retrieve a batch',
    responseSchemas: ['MessagesMessageBatch'],
  },
  {
    method: 'post',
    path: '/v1/messages/batches/{id}/cancel',
    id: 'cancelMessageBatch',
    tag: 'Messages',
    summary: 'Cancel a batch',
    description: 'Completed results stay; the service cancels the other requests. May be called again.',
    responseSchemas: ['MessagesMessageBatch'],
  },
  {
    method: 'delete',
    path: '/v1/messages/batches/{id}',
    id: 'deleteMessageBatch',
    tag: 'Messages',
    summary: 'Delete a batch that has ended',
    responseSchemas: ['MessagesDeletedMessageBatch'],
  },
  {
    method: 'get',
    path: '/v1/messages/batches/{id}/results',
    id: 'messageBatchResults',
    tag: 'Messages',
    summary: 'Retrieve the results of a batch that has ended',
    description: 'One JSON object per line (`application/x-jsonl`), in the order of completion.',
    lines: 'MessagesMessageBatchIndividualResponse',
  },
];
