// Input items with references replaced by what they refer to.
import { EngineError, type JsonObject } from '@org/engine';
import {
  responseInputItemSchema,
  type ItemReference,
  type ResponseCreateParams,
  type ResponseInputItem,
  type TypelessItemReference,
} from '@org/protocol/responses';
import { jsonOf } from '../../shared/json-of.js';
import { hasResultOf, reportsHostedCall } from '../hosted-tools/stored-result.js';
import { inputForm } from './input-form.js';

type Reference = ItemReference | TypelessItemReference;

/** An item that speaks for itself. */
export type InputItem = Exclude<ResponseInputItem, Reference>;

/** Location of an item in the list of a field. Only an error or a warning turns it into a path. */
export interface ItemLocation {
  readonly field: string;
  readonly index: number;
  /** The call of an output item that does not name it itself. */
  readonly impliedCallId?: string;
}

export function pathOf({ field, index }: ItemLocation): string {
  return `${field}.${index}`;
}

/**
 * The path of the `nth` part derived from the item at `path`: a message's content parts have paths, other items have
 * only their own.
 */
export function pathOfContent(item: object | undefined, path: string, nth: number): string {
  const { type, content }: { readonly type?: unknown; readonly content?: unknown } = item ?? {};
  const isMessage = type === undefined || type === 'message';
  return isMessage && Array.isArray(content) && nth < content.length ? `${path}.content.${nth}` : path;
}

/** An item of the request; `reference` is the original reference, if it was one. */
export interface ResolvedItem extends ItemLocation {
  readonly item: InputItem;
  readonly reference?: JsonObject;
}

/**
 * Ids of the stored items that the input refers to, each as often as it does, and of complete items whose results the
 * service may have stored. No other ids of complete items are looked up.
 */
export function referencedIds(input: ResponseCreateParams['input']): string[] {
  if (!Array.isArray(input)) return [];
  return input.flatMap((item) => (isReference(item) ? item.id : (idOfCall(item) ?? [])));
}

/** The id of a call of a hosted tool. */
function idOfCall(item: InputItem): string | undefined {
  return reportsHostedCall(item) && typeof item['id'] === 'string' ? item['id'] : undefined;
}

/**
 * Replaces references. `items` holds what was found for this owner; a missing one is a 404 that names the id. `field`
 * is the field that contains them.
 */
export function resolveItems(
  input: readonly ResponseInputItem[],
  items: ReadonlyMap<string, JsonObject>,
  field = 'input',
): ResolvedItem[] {
  const resolved = input.map((item, index): ResolvedItem =>
    isReference(item)
      ? { item: lookUp(item.id, items, field), field, index, reference: jsonOf(item) }
      : { item: storedCallOf(item, items, field), field, index },
  );
  return resolved.some(namesNoCall) ? withCalls(resolved) : resolved;
}

/** The stored item in place of a complete one where it has the result of the same call: the two belong together. */
function storedCallOf(item: InputItem, items: ReadonlyMap<string, JsonObject>, field: string): InputItem {
  const id = idOfCall(item);
  const stored = id === undefined ? undefined : items.get(id);
  return id !== undefined && stored !== undefined && hasResultOf(stored, item) ? lookUp(id, items, field) : item;
}

function namesNoCall({ item }: ResolvedItem): boolean {
  return item.type === 'local_shell_call_output' && typeof item['call_id'] !== 'string';
}

/** For some clients the id in an output of the earlier shell form is that of the call's item, for others its call id. */
function withCalls(resolved: readonly ResolvedItem[]): ResolvedItem[] {
  const calls = new Map(
    resolved.flatMap(({ item }) => (item.type === 'local_shell_call' ? [[item.id, item.call_id] as const] : [])),
  );
  return resolved.map((location) => {
    const impliedCallId = namesNoCall(location) ? calls.get(String(location.item['id'])) : undefined;
    return impliedCallId === undefined ? location : { ...location, impliedCallId };
  });
}

function lookUp(id: string, items: ReadonlyMap<string, JsonObject>, param: string): InputItem {
  const stored = items.get(id);
  const found = responseInputItemSchema.safeParse(stored === undefined ? undefined : inputForm(stored));
  if (!found.success || isReference(found.data)) {
    throw new EngineError('not-found', `Item with id '${id}' not found.`, { param });
  }
  return found.data;
}

/** A reference has the tag, or nothing but an id: neither tag nor role. */
export function isReference(item: ResponseInputItem): item is Reference {
  return item.type === 'item_reference' || item.type === null || (item.type === undefined && item.role === undefined);
}
