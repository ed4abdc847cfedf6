import { requireObjectResponse } from './require-object-response.js';

/**
 * Reads a list or one page of it. Other servers may send null for an empty list. Throws ConnectionError when the
 * value is not an object.
 */
export function readList<List extends { readonly data: readonly unknown[] }>(value: unknown): List {
  const list = requireObjectResponse(value) as List;
  return list.data == null ? { ...list, data: [] } : list;
}
