import { isList, isObject, type JsonValue, type UpstreamRequest } from '@org/engine';

/** Items whose ids are not referenced elsewhere. */
const free: ReadonlySet<unknown> = new Set([
  'message',
  'reasoning',
  'function_call',
  'function_call_output',
  'custom_tool_call',
  'custom_tool_call_output',
]);

/**
 * Returns the request without item ids, which are meaningless to a stateless upstream. `undefined` where it has no
 * such id.
 */
export function withoutItemIds(request: UpstreamRequest): UpstreamRequest | undefined {
  const { input } = request.body;
  if (!isList(input) || !input.some(hasFreeId)) return undefined;
  return {
    ...request,
    body: { ...request.body, input: input.map((item) => (hasFreeId(item) ? withoutId(item) : item)) },
  };
}

function hasFreeId(item: JsonValue): boolean {
  return (
    isObject(item) &&
    item['id'] !== undefined &&
    (free.has(item['type']) || (item['type'] === undefined && item['role'] !== undefined))
  );
}

function withoutId(item: JsonValue): JsonValue {
  if (!isObject(item)) return item;
  const { id: _, ...others } = item;
  return others;
}
