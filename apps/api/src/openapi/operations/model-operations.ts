import type { Operation } from '../operation.js';
import { messagesPageParameters } from './query-parameters.js';

export const modelOperations: readonly Operation[] = [
  {
    method: 'get',
    path: '/v1/models',
    id: 'listModels',
    tag: 'Models',
    summary: 'The models',
    description:
      'In the shape of the messages dialect when the request carries its version header, else in that of the responses dialect, which has no pages.',
    query: [
      ...messagesPageParameters,
      {
        name: 'lifecycle',
        description: 'Only models in these stages; all that are served are `active`. May be named `lifecycle[]`.',
        schema: { type: 'array', items: { type: 'string', enum: ['active', 'deprecated', 'retired'] } },
      },
    ],
    responseSchemas: ['ResponsesModelList', 'MessagesModelInfosPage'],
  },
  {
    method: 'get',
    path: '/v1/models/{id}',
    id: 'retrieveModel',
    tag: 'Models',
    summary: 'One model',
    responseSchemas: ['ResponsesModel', 'MessagesModelInfo'],
  },
];
