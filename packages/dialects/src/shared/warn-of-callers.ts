import type { JsonObject, Warning } from '@org/engine';

/** What is said of a tool, at `path`, that only code which runs at the vendor may call: no such code runs here, so it would never be called. */
export function warnOfCallers({ allowed_callers: callers }: JsonObject, path: string): readonly Warning[] {
  if (!Array.isArray(callers) || callers.length === 0 || callers.includes('direct')) return [];
  return [
    {
      kind: 'ignored',
      param: `${path}.allowed_callers`,
      message: 'The service runs no code that could call the tool; the model calls it directly.',
    },
  ];
}
