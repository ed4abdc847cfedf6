// The output text format, both ways.
import type { JsonObject, OutputFormat } from '@org/engine';
import type { ResponseFormatTextConfig } from '@org/protocol/responses';
import { jsonOf } from '../shared/json-of.js';

/**
 * Decodes the neutral format. An unknown kind only reaches this function if an upstream of this dialect receives it
 * unchanged.
 */
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

/** Encodes the API's format; undefined for plain text, which is the default. The API requires a name for every schema. */
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
