import { requireObjectResponse } from './require-object-response.js';

/** The list, or the page of one, that the service sent. Servers of other make may have null for an empty one. Throws ConnectionError when it is no object. */
export function readList<List extends { readonly data: readonly unknown[] }>(value: unknown): List {
  const list = requireObjectResponse(value) as List;
  return list.data == null ? { ...list, data: [] } : list;
}
