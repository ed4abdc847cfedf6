import type { Operation } from '../operation.js';

export const healthOperations: readonly Operation[] = [
  {
    method: 'get',
    path: '/health/live',
    id: 'live',
    tag: 'Health',
    summary: 'Check that the process responds',
    public: true,
  },
  {
    method: 'get',
    path: '/health/ready',
    id: 'ready',
    tag: 'Health',
    summary: 'Check that the store responds and a model is available',
    public: true,
    fails: ['overloaded'],
  },
];
