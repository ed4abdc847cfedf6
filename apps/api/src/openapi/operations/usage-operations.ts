import type { Operation } from '../operation.js';

export const usageOperations: readonly Operation[] = [
  {
    method: 'get',
    path: '/v1/usage/storage',
    id: 'retrieveStorageUsage',
    tag: 'Usage',
    summary: 'Retrieve the storage usage',
    description: 'What the owner of the key stores, by kind, and its quota.',
  },
];
