import type { JsonObject, OpaquePart, ServerToolRecord } from '@org/engine';
import { opaqueText } from './opaque-text.js';

/** A block of this dialect that reports what a server tool did. */
export function blockPart(value: JsonObject, serverTool: ServerToolRecord): OpaquePart {
  const text = opaqueText(value);
  return {
    type: 'opaque',
    dialect: 'messages',
    apiType: String(value['type']),
    value,
    ...(text !== undefined && { text }),
    serverTool,
  };
}
