import type { CallProgress, JsonObject, OpaquePart, ServerToolRecord } from '@org/engine';
import { toExtensions } from './extensions.js';
import { opaqueText } from './opaque-text.js';

/** An item that the service itself adds to the output: it reports a tool that the service ran. */
export function toServiceItem(value: JsonObject, serverTool: ServerToolRecord): OpaquePart {
  const text = opaqueText(value);
  return {
    type: 'opaque',
    dialect: 'responses',
    apiType: String(value['type']),
    value,
    ...(text !== undefined && { text }),
    serverTool,
    extensions: toExtensions({ isServiceMade: true }),
  };
}

/** An event about such an item, without its position. */
export function progressPart(value: JsonObject): CallProgress {
  return { type: 'opaque', text: '', dialect: 'responses', value };
}
