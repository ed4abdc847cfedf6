import type { JsonObject } from '@org/engine';

/**
 * An item of an output in the form that an input may hold: the screen after an action of a computer that `failed` is `incomplete`, and
 * tools are added by the `developer`, whoever they are said to be of.
 */
export function inputForm(item: JsonObject): JsonObject {
  if (item['type'] === 'computer_call_output' && item['status'] === 'failed') return { ...item, status: 'incomplete' };
  return item['type'] === 'additional_tools' ? { ...item, role: 'developer' } : item;
}
