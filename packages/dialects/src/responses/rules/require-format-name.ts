import type { ResponseFormatTextConfig } from '@org/protocol/responses';
import { refuse } from '../decode/refuse.js';

const pattern = /^[a-zA-Z0-9_-]{1,64}$/;

/** The name of a JSON Schema format must match the name pattern. `path` is the path of the format. */
export function requireFormatName(format: ResponseFormatTextConfig | undefined, path = 'text.format'): void {
  if (format?.type === 'json_schema' && !pattern.test(format.name)) {
    refuse(
      `${path}.name`,
      `Invalid '${path}.name': string does not match pattern. Expected a string that matches the pattern '${pattern.source}'.`,
      'invalid_value',
    );
  }
}
