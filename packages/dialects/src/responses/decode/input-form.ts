import type { JsonObject } from '@org/engine';

/**
 * An output item in the form that an input may hold: the screenshot after a computer action that `failed` is
 * `incomplete`, and tools are added by the `developer`, whatever role the item names.
 */
export function inputForm(item: JsonObject): JsonObject {
  if (item['type'] === 'computer_call_output' && item['status'] === 'failed') return { ...item, status: 'incomplete' };
  return item['type'] === 'additional_tools' ? { ...item, role: 'developer' } : item;
}
