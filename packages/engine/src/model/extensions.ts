import type { JsonObject } from '../json/json-value.js';

/** An API dialect that this service speaks. */
export type DialectId = 'messages' | 'responses';

/**
 * Data that one dialect attaches to a neutral value and no other dialect understands (cache_control, item ids,
 * unknown fields). Opaque to the engine: only the codec of that dialect reads or writes its own fields.
 */
export type Extensions = { readonly [D in DialectId]?: JsonObject };
