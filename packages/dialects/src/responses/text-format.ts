// The form of the answer's text, both ways.
import type { JsonObject, OutputFormat } from '@org/engine';
import type { ResponseFormatTextConfig } from '@org/protocol/responses';
import { jsonOf } from '../shared/json-of.js';

/** The neutral format. A kind that is not known here has only come this far if an upstream of this dialect gets it as it is. */
export function decodeFormat(payload: ResponseFormatTextConfig | undefined): OutputFormat {
  switch (payload?.type) {
    case 'json_object':
      return { type: 'json-object' };
    case 'json_schema':
      return {
        type: 'json-schema',
        schema: jsonOf(payload.schema),
        name: payload.name,
        ...(typeof payload.description === 'string' && { description: payload.description }),
        ...(typeof payload.strict === 'boolean' && { strict: payload.strict }),
      };
    default:
      return { type: 'text' };
  }
}

/** The wire format; undefined for plain text, which is the default. The wire wants a name for every schema. */
export function encodeFormat(format: OutputFormat): JsonObject | undefined {
  switch (format.type) {
    case 'text':
      return undefined;
    case 'json-object':
      return { type: 'json_object' };
    case 'json-schema':
      return {
        type: 'json_schema',
        name: format.name ?? 'answer',
        schema: format.schema,
        ...(format.description !== undefined && { description: format.description }),
        ...(format.strict !== undefined && { strict: format.strict }),
      };
  }
}
