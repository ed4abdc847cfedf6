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
      'Each request of the batch is checked and answered by itself; the results are ready when `processing_status` is `ended`. What is not done after 24 hours expires.',
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
    fails: ['rate-limited'],
  },
  {
    method: 'get',
    path: '/v1/messages/batches',
    id: 'listMessageBatches',
    tag: 'Messages',
    summary: 'The batches, newest first',
    query: messagesPageParameters,
    responseSchemas: ['MessagesMessageBatchesPage'],
  },
  {
    method: 'get',
    path: '/v1/messages/batches/{id}',
    id: 'retrieveMessageBatch',
    tag: 'Messages',
    summary: 'One batch',
    responseSchemas: ['MessagesMessageBatch'],
  },
  {
    method: 'post',
    path: '/v1/messages/batches/{id}/cancel',
    id: 'cancelMessageBatch',
    tag: 'Messages',
    summary: 'Cancel a batch',
    description: 'What was answered stays; the rest is canceled. May be called again.',
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
    summary: 'The results of a batch that has ended',
    description: 'One JSON object a line (`application/x-jsonl`), in the order in which they were ready.',
    lines: 'MessagesMessageBatchIndividualResponse',
  },
];
