import type { Warning } from '@org/engine';

/** What is said where tools are deferred until a search at the vendor finds them. */
export function offeredAtOnce(param: string): Warning {
  return {
    kind: 'ignored',
    param,
    message: 'The service does not search tools: it offers all tools to the model at once, including deferred ones.',
  };
}
