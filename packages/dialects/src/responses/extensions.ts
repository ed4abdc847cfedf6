// Members that this dialect stores in the `responses` passthrough fields of a neutral value. Only the files of this
// folder read or write them.
//
// An API item becomes one or several parts, and consecutive items become one message. The first part of an item has
// `item`, and `parts` when there are more; `encode-items.ts` and `encode-output-item.ts` read them to restore the
// same items.
import { type Extensions, isObject, type JsonObject } from '@org/engine';
import { isEmpty } from '../shared/json-of.js';

/**
 * Passthrough fields of a part, or of a message that is one item. A type, not an interface, so that it is assignable
 * to JsonObject.
 */
export type ItemPassthroughFields = {
  /** Members of the item without a neutral field: `id`, `status`, `phase` and whatever is unknown. */
  readonly item?: JsonObject;
  /** Number of the message's parts that the item holds. Default 1. */
  readonly parts?: number;
  /** `content` or `output` was a plain string. */
  readonly plain?: true;
  /** The message had no `type`. */
  readonly typeless?: true;
  /** The item was referred to: the `item_reference` as it was sent. */
  readonly reference?: JsonObject;
  /** The item as it came, where its neutral form is that of another kind of item. */
  readonly original?: JsonObject;
  /** This service created the item and also reports the progress of its tool. */
  readonly isServiceMade?: true;
  /** A summary whose client stores the conversation itself: for that client it replaces nothing sent along with it. */
  readonly keepsEarlier?: true;
  /** `file_data` was base64 without a `data:` URL around it. */
  readonly bare?: true;
  /** Members of the content part without a neutral field: `annotations` and whatever is unknown. */
  readonly content?: JsonObject;
};

/** Member of a request's passthrough fields that is no API field: the betas that its header enabled. */
export const betasKey = '$betas';

/** Passthrough fields as an extension. */
export function toExtensions(passthroughFields: ItemPassthroughFields): Extensions {
  return { responses: passthroughFields };
}

/** The part with the additional members of its payload; the part itself when there are none. */
export function withContent<Value extends object>(
  part: Value,
  content: JsonObject,
): Value & { readonly extensions?: Extensions } {
  return isEmpty(content) ? part : { ...part, extensions: toExtensions({ content }) };
}

/** Adds item-level members to the passthrough fields of an item's first part. */
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

/** Reads the passthrough fields. Treats values of a kind that this dialect does not write as absent. */
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
