import type { ResponseCreateParams } from '@org/protocol/responses';
import { refuse } from '../refuse.js';

const pattern = /^[a-zA-Z0-9_-]{1,64}$/;

/** The name of a JSON Schema format follows the pattern of names. */
export function requireFormatName(request: ResponseCreateParams): void {
  const format = request.text?.format;
  if (format?.type === 'json_schema' && !pattern.test(format.name)) {
    refuse(
      'text.format.name',
      `Invalid 'text.format.name': string does not match pattern. Expected a string that matches the pattern '${pattern.source}'.`,
      'invalid_value',
    );
  }
}
