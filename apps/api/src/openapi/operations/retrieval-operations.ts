import type { Operation } from '../operation.js';

const fails = ['unknown-model', 'upstream-failed', 'timed-out'] as const;

const rerank = {
  method: 'post',
  tag: 'Retrieval',
  summary: 'Rank documents by a query',
  body: 'ResponsesRerankParams',
  responseSchemas: ['ResponsesRerankResponse'],
  fails,
} as const;

export const retrievalOperations: readonly Operation[] = [
  {
    method: 'post',
    path: '/v1/embeddings',
    id: 'createEmbeddings',
    tag: 'Retrieval',
    summary: 'Create embeddings',
    description:
      'Returns one vector of length 1 for each input. The model needs `task: embedding` in the configuration. Nothing is stored.',
    body: 'ResponsesEmbeddingCreateParams',
    responseSchemas: ['ResponsesCreateEmbeddingResponse'],
    fails,
  },
  {
    ...rerank,
    path: '/v1/rerank',
    id: 'rerank',
    description:
      'Returns a score from 0 to 1 for each document, the best one first. The model needs `task: rerank` in the configuration. Nothing is stored.',
  },
  {
    ...rerank,
    path: '/rerank',
    id: 'rerankUnversioned',
    description: 'The same as `/v1/rerank`, for clients of servers that have this path.',
  },
];
