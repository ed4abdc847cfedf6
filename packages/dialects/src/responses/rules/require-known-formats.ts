import { EngineError } from '@org/engine';
import type { ResponseCreateParams, ResponseFormatTextConfig } from '@org/protocol/responses';
import { pathOf, type ResolvedItem } from '../decode/resolve-items.js';

/**
 * Rejects an output format that the service cannot enforce, in the request or in an input change: otherwise it would
 * return free text as the requested format.
 */
export function requireKnownFormats(
  { text }: Pick<ResponseCreateParams, 'text'>,
  items: readonly ResolvedItem[],
): void {
  requireKnown(text?.format, 'text.format');
  for (const resolved of items) {
    if (resolved.item.type === 'configuration_update')
      requireKnown(resolved.item.text?.format, `${pathOf(resolved)}.text.format`);
  }
}

function requireKnown(format: ResponseFormatTextConfig | undefined, param: string): void {
  switch (format?.type) {
    case undefined:
    case 'text':
    case 'json_object':
    case 'json_schema':
      return;
    default:
      throw new EngineError(
        'unsupported',
        `Unsupported value: '${param}' must be 'text', 'json_object' or 'json_schema'.`,
        { param },
      );
  }
}
