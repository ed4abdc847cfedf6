import type { Operation } from '../operation.js';

export const healthOperations: readonly Operation[] = [
  { method: 'get', path: '/health/live', id: 'live', tag: 'Health', summary: 'The process answers', public: true },
  {
    method: 'get',
    path: '/health/ready',
    id: 'ready',
    tag: 'Health',
    summary: 'The store answers and there is a model',
    public: true,
    fails: ['overloaded'],
  },
];
