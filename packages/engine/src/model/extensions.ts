import type { JsonObject } from '../json/json-value.js';

/** A wire dialect that this service speaks. */
export type DialectId = 'messages' | 'responses';

/**
 * What one dialect wants to keep on a neutral value and no other dialect understands (cache_control, item ids,
 * unknown fields). Opaque to the engine: only the codec of that dialect reads or writes its own bag.
 */
export type Extensions = { readonly [D in DialectId]?: JsonObject };
