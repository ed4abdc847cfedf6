import type { JsonObject, Warning } from '@org/engine';

/**
 * Warning for a tool, at `path`, that only code running at the vendor may call: no such code runs here, so no caller
 * would use it.
 */
export function warnOfCallers({ allowed_callers: callers }: JsonObject, path: string): readonly Warning[] {
  if (mayModelCall(callers)) return [];
  return [
    {
      kind: 'ignored',
      param: `${path}.allowed_callers`,
      message: 'The service runs no code that could call the tool; the model calls it directly.',
    },
  ];
}

/** Whether the model itself may call a tool with these `allowed_callers`. An absent or empty list means the model. */
export function mayModelCall(callers: unknown): boolean {
  return !Array.isArray(callers) || callers.length === 0 || callers.includes('direct');
}
