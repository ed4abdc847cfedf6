// Stored form of a turn: the response as delivered, and its items by id.
import { isObject, type JsonObject, type JsonValue, type Part, type StoredItem, type TurnSnapshot } from '@org/engine';
import type { Response, ResponseCreateParams, ResponseInputItem } from '@org/protocol/responses';
import { jsonOf } from '../shared/json-of.js';
import {
  hasResultOf,
  reportsHostedCall,
  withoutStoredResult,
  withStoredResults,
} from './hosted-tools/stored-result.js';
import { itemWithoutSecrets } from './encode/without-secrets.js';
import { inputItemId, itemIdOf } from './item-ids.js';

/**
 * The snapshot of a response. `found` has the items that the input refers to: the snapshot stores copies of them
 * instead of the references. `parts`: the output in neutral terms, with the results of server tools.
 */
export function snapshotOf(
  request: ResponseCreateParams,
  response: Response,
  parts: readonly Part[],
  found: FoundItems = nothing,
): TurnSnapshot {
  return {
    status: response.status,
    payload: jsonOf(response),
    items: [
      ...inputItems(request.input, response.id, found),
      ...withStoredResults(response.output.map(jsonOf), parts).map(storedOutput),
    ],
  };
}

function storedOutput(value: JsonObject): StoredItem {
  return { id: String(value['id']), side: 'output', value };
}

type FoundItems = ReadonlyMap<string, JsonObject>;

const nothing: FoundItems = new Map();

/**
 * The input as items with ids: a client's own id stays, messages take their full form, tool secrets are removed, and
 * `found` resolves each reference. New ids are derived from `seed`, a unique id.
 */
export function inputItems(
  input: string | readonly ResponseInputItem[] | undefined,
  seed: string,
  found: FoundItems,
): StoredItem[] {
  if (input === undefined) return [];
  const items =
    typeof input === 'string'
      ? [{ role: 'user', content: input }]
      : input.map((item) => withFound(withoutStoredResult(jsonOf(itemWithoutSecrets(item))), found));
  return storedItems(items, seed, found);
}

/** A call as the model has read it: with its result, where that is stored. */
function withFound(item: JsonObject, found: FoundItems): JsonObject {
  const stored = reportsHostedCall(item) ? found.get(String(item['id'])) : undefined;
  return stored !== undefined && hasResultOf(stored, item) ? stored : item;
}

/** The same of items that were made here. */
export function storedItems(items: readonly JsonObject[], seed: string, found: FoundItems = nothing): StoredItem[] {
  return items.map((item, index) => storedInput(item, seed, index, found));
}

/** Item types that a list returns with a status. */
const withStatus: ReadonlySet<string> = new Set([
  'function_call',
  'function_call_output',
  'custom_tool_call',
  'custom_tool_call_output',
]);

function storedInput(item: JsonObject, seed: string, index: number, found: FoundItems): StoredItem {
  const type =
    typeof item['type'] === 'string' ? item['type'] : item['role'] === undefined ? 'item_reference' : 'message';
  if (type === 'item_reference') return storedReference(item, inputItemId(type, seed, index), found);
  const own = itemIdOf(item);
  const id = own ?? inputItemId(type, seed, index);
  if (type === 'message') return { id, side: 'input', value: fullMessage(item, id) };
  // An output refers to its call by the call's `id`, where the call has no other identifier.
  const callReference =
    own === undefined && typeof item['id'] === 'string' ? { call_id: item['call_id'] ?? item['id'] } : {};
  return {
    id,
    side: 'input',
    value: { ...item, id, ...callReference, ...(withStatus.has(type) && { status: item['status'] ?? 'completed' }) },
  };
}

/** An unresolved reference must not replace the item that it refers to. */
function storedReference(reference: JsonObject, id: string, found: FoundItems): StoredItem {
  const referred = String(reference['id']);
  const value = found.get(referred);
  return value === undefined
    ? { id, side: 'input', value: { ...reference, type: 'item_reference' } }
    : { id: referred, side: 'input', value };
}

function fullMessage(item: JsonObject, id: string): JsonObject {
  const { content } = item;
  const parts =
    typeof content === 'string'
      ? [textOf(content, item['role'] === 'assistant')]
      : Array.isArray(content)
        ? content.map(listedPart)
        : content;
  return { ...item, id, type: 'message', status: item['status'] ?? 'completed', content: parts };
}

/** The official types require the detail of a picture in a message. */
function listedPart(part: JsonValue): JsonValue {
  return isObject(part) && part['type'] === 'input_image' ? { ...part, detail: part['detail'] ?? 'auto' } : part;
}

function textOf(text: string, isOutput: boolean): JsonObject {
  return isOutput ? { type: 'output_text', text, annotations: [], logprobs: [] } : { type: 'input_text', text };
}
