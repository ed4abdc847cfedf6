// `configuration_update` items: settings that change in the middle of the input.
import type { ResponseCreateParams } from '@org/protocol/responses';
import { pathOf, type ResolvedItem } from './resolve-items.js';
import { requireFormatName } from './rules/format-name.js';

/**
 * The request with its settings as they are where its input ends, which is where the answer begins: of each setting the
 * last update holds. An upstream of this dialect reads the items itself.
 */
export function withConfigurationUpdates(request: ResponseCreateParams, items: readonly ResolvedItem[]): ResponseCreateParams {
  let updated = request;
  for (const place of items) {
    const { item } = place;
    if (item.type !== 'configuration_update') continue;
    const effort = item.reasoning?.effort;
    const format = item.text?.format;
    requireFormatName(format, `${pathOf(place)}.text.format`);
    updated = {
      ...updated,
      ...(effort !== undefined && { reasoning: { ...updated.reasoning, effort } }),
      ...(format !== undefined && { text: { ...updated.text, format } }),
    };
  }
  return updated;
}
