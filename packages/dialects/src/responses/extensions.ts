// What this dialect keeps in the `responses` bag of a neutral value. Only the files of this folder read or write it.
//
// A wire item becomes one part or several, and consecutive items one message. The first part of an item has `item`, and
// `parts` when there are more; `encode-items.ts` and `encode-output-item.ts` read that to give the same items back.
import { type Extensions, isObject, type JsonObject } from '@org/engine';
import { isEmpty } from '../shared/json-of.js';

/** The bag of a part, or of a message that is one item. A type and not an interface, so that it is a JsonObject. */
export type ItemPassthroughFields = {
  /** Members of the item without a neutral field: `id`, `status`, `phase` and whatever is unknown. */
  readonly item?: JsonObject;
  /** How many parts of the message the item holds. Default 1. */
  readonly parts?: number;
  /** `content` or `output` was a plain string. */
  readonly plain?: true;
  /** The message had no `type`. */
  readonly typeless?: true;
  /** The item was referred to: the `item_reference` as it was sent. */
  readonly reference?: JsonObject;
  /** The item as it came, where its neutral form is that of another kind of item. */
  readonly original?: JsonObject;
  /** The item is of this service's own making, which also tells how far its tool is. */
  readonly isServiceMade?: true;
  /** A summary whose client keeps the conversation itself: to that it stands for nothing that is sent beside it. */
  readonly keepsEarlier?: true;
  /** `file_data` was base64 without a `data:` URL around it. */
  readonly bare?: true;
  /** Members of the content part without a neutral field: `annotations` and whatever is unknown. */
  readonly content?: JsonObject;
};

/** The member of a request's bag that is no field of the wire: what its header switched on. */
export const betasKey = '$betas';

/** The bag as an extension. */
export function toExtensions(passthroughFields: ItemPassthroughFields): Extensions {
  return { responses: passthroughFields };
}

/** The part with what its wire form had besides; the part itself when there is nothing to keep. */
export function withContent<Value extends object>(
  part: Value,
  content: JsonObject,
): Value & { readonly extensions?: Extensions } {
  return isEmpty(content) ? part : { ...part, extensions: toExtensions({ content }) };
}

/** Adds item-level members to the bag of an item's first part. */
export function withItem<Value extends { readonly extensions?: Extensions }>(
  value: Value,
  passthroughFields: ItemPassthroughFields,
): Value {
  const own = value.extensions?.responses;
  return {
    ...value,
    extensions: {
      ...value.extensions,
      responses: own === undefined ? passthroughFields : { ...own, ...passthroughFields },
    },
  };
}

/** Reads the bag. Values of another kind than this dialect writes are treated as absent. */
export function passthroughFieldsOf(extensions: Extensions | undefined): ItemPassthroughFields {
  const passthroughFields = extensions?.responses;
  if (passthroughFields === undefined) return noPassthroughFields;
  const { item, parts, reference, original, content } = passthroughFields;
  return {
    ...(isObject(item) && { item }),
    ...(typeof parts === 'number' && { parts }),
    ...(passthroughFields['plain'] === true && { plain: true }),
    ...(passthroughFields['typeless'] === true && { typeless: true }),
    ...(passthroughFields['keepsEarlier'] === true && { keepsEarlier: true }),
    ...(passthroughFields['bare'] === true && { bare: true }),
    ...(passthroughFields['isServiceMade'] === true && { isServiceMade: true }),
    ...(isObject(reference) && { reference }),
    ...(isObject(original) && { original }),
    ...(isObject(content) && { content }),
  };
}

const noPassthroughFields: ItemPassthroughFields = {};
