import type { PageRequest } from '@org/engine/storage';

/**
 * Condition for the items of a conversation after a key, in their order. It compares two columns where one would
 * suffice, because only then does PostgreSQL use the index on both. Otherwise it may scan the keys of all items of
 * all owners, where those of one conversation are many and follow the others.
 */
export function itemsAfter(conversation: string, key: string, order: PageRequest['order'] = 'asc'): string {
  const [direction, follows, bound] = order === 'asc' ? ['ASC', '>', '<='] : ['DESC', '<', '>='];
  return `(conversation_key, key) ${follows} (${conversation}, ${key}) AND conversation_key ${bound} ${conversation} ORDER BY conversation_key ${direction}, key ${direction}`;
}
