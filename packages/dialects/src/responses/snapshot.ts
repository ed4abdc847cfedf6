// What the store keeps of a turn: the response as it was delivered, and its items by id.
import type { JsonObject } from '@org/engine/model/json';
import type { StoredItem } from '@org/engine/ports/store';
import type { TurnSnapshot } from '@org/engine/turn/turn-request';
import type { Response, ResponseCreateParams } from '@org/protocol/responses';
import { jsonOf } from '../shared/json-of.js';
import { inputItemId } from './item-ids.js';

/** The snapshot of an ended response. */
export function snapshotOf(request: ResponseCreateParams, response: Response): TurnSnapshot {
  return {
    status: response.status,
    wire: jsonOf(response),
    items: [...inputItems(request.input, response.id), ...response.output.map((item) => storedOutput(jsonOf(item)))],
  };
}

function storedOutput(value: JsonObject): StoredItem {
  return { id: String(value['id']), side: 'output', value };
}

/** What was sent, as items with ids: a client's own id stays, and messages take their full form. */
function inputItems(input: ResponseCreateParams['input'], responseId: string): StoredItem[] {
  if (input === undefined) return [];
  const items = typeof input === 'string' ? [{ role: 'user', content: input }] : input.map(jsonOf);
  return items.map((item, index) => storedInput(item, responseId, index));
}

function storedInput(item: JsonObject, responseId: string, index: number): StoredItem {
  const type = typeof item['type'] === 'string' ? item['type'] : item['role'] === undefined ? 'item_reference' : 'message';
  const id = typeof item['id'] === 'string' && item['id'] !== '' ? item['id'] : inputItemId(type, responseId, index);
  // A reference must not take the place of what it refers to.
  if (type === 'item_reference') return { id: inputItemId(type, responseId, index), side: 'input', value: { ...item, type } };
  const value = type === 'message' ? fullMessage(item, id) : { ...item, id };
  return { id, side: 'input', value };
}

function fullMessage(item: JsonObject, id: string): JsonObject {
  const { content } = item;
  const parts = typeof content === 'string' ? [textOf(content, item['role'] === 'assistant')] : content;
  return { ...item, id, type: 'message', status: item['status'] ?? 'completed', content: parts };
}

function textOf(text: string, answer: boolean): JsonObject {
  return answer ? { type: 'output_text', text, annotations: [], logprobs: [] } : { type: 'input_text', text };
}
