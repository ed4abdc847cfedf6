// `configuration_update` items: settings that change in the middle of the conversation.
import type { SettingsChange } from '@org/engine';
import type { ResponseConfigurationUpdateItemParam } from '@org/protocol/responses';
import { requireFormatName } from '../rules/require-format-name.js';
import { decodeFormat } from '../text-format.js';
import { decodeReasoningRequest } from './decode-reasoning-request.js';
import { pathOf, type ItemLocation } from './resolve-items.js';

/** What an update changes. Throws for a format with a bad name, and names `location` then. */
export function decodeConfigurationUpdate(
  { reasoning, text }: Pick<ResponseConfigurationUpdateItemParam, 'reasoning' | 'text'>,
  location: ItemLocation,
): SettingsChange {
  const format = text?.format;
  requireFormatName(format, `${pathOf(location)}.text.format`);
  return {
    ...(reasoning?.effort !== undefined && { reasoning: decodeReasoningRequest(reasoning) ?? null }),
    ...(format !== undefined && { outputFormat: decodeFormat(format) }),
  };
}
