import type { QueryParameter } from '../operation.js';

export const includeParameter: QueryParameter = {
  name: 'include',
  description:
    'What to show beyond what is always shown: `reasoning.encrypted_content`. Other values change nothing. May be named `include[]`.',
  schema: { type: 'array', items: { type: 'string' } },
};

export const itemPageParameters: readonly QueryParameter[] = [
  { name: 'after', description: 'Id of the item after which the page begins.', schema: { type: 'string' } },
  {
    name: 'limit',
    description: 'Most items of the page.',
    schema: { type: 'integer', minimum: 1, maximum: 100, default: 20 },
  },
  {
    name: 'order',
    description: 'By age; `desc`: newest first.',
    schema: { type: 'string', enum: ['asc', 'desc'], default: 'desc' },
  },
  includeParameter,
];

/** A page of the messages dialect, of whatever it lists. */
export const messagesPageParameters: readonly QueryParameter[] = [
  {
    name: 'limit',
    description: 'Most entries of the page.',
    schema: { type: 'integer', minimum: 1, maximum: 1000, default: 20 },
  },
  { name: 'after_id', description: 'Id of the entry after which the page begins.', schema: { type: 'string' } },
  { name: 'before_id', description: 'Id of the entry before which the page ends.', schema: { type: 'string' } },
];
