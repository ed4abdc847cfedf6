import type { PageRequest } from '../../../ports/page.js';

/**
 * Which items of a conversation follow a key, in their order. Two columns are compared where one would do: PostgreSQL knows no other way
 * to find them than the index of both then. Left to itself it may go through the keys of all items of everybody, where those of one
 * conversation are many and stand behind the others.
 */
export function itemsAfter(conversation: string, key: string, order: PageRequest['order'] = 'asc'): string {
  const [direction, follows, bound] = order === 'asc' ? ['ASC', '>', '<='] : ['DESC', '<', '>='];
  return `(conversation_key, key) ${follows} (${conversation}, ${key}) AND conversation_key ${bound} ${conversation} ORDER BY conversation_key ${direction}, key ${direction}`;
}
