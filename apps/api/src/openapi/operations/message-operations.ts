import type { Operation } from '../operation.js';
import { messageExample } from '../response-examples.js';
import { generationErrors, questionErrors } from './model-errors.js';

export const messageOperations: readonly Operation[] = [
  {
    method: 'post',
    path: '/v1/messages',
    id: 'createMessage',
    tag: 'Messages',
    summary: 'Generate a message',
    description:
      'The messages dialect. Needs the header `vendor-version` (or `anthropic-version`). With `stream: true` the answer is a stream of events.',
    body: 'MessagesMessageCreateParams',
    example: { model: 'demo', max_tokens: 64, messages: [{ role: 'user', content: 'Hello!' }] },
    responseSchemas: ['MessagesMessage'],
    exampleResponse: messageExample,
    events: 'MessagesMessageStreamEvent',
    fails: generationErrors,
  },
  {
    method: 'post',
    path: '/v1/messages/count_tokens',
    id: 'countMessageTokens',
    tag: 'Messages',
    summary: 'Count the input tokens of a message',
    body: 'MessagesMessageCountTokensParams',
    example: { model: 'demo', messages: [{ role: 'user', content: 'Hello!' }] },
    responseSchemas: ['MessagesMessageTokensCount'],
    fails: questionErrors,
  },
  {
    method: 'delete',
    path: '/v1/messages/threads/{id}',
    id: 'deleteMessageThread',
    tag: 'Messages',
    summary: 'Delete a thread',
    description:
      '`id` is that of the last answer of the thread. With it goes all that it continues, but nothing that another thread goes on from as well.',
    responseSchemas: ['MessagesDeletedMessageThread'],
  },
];
