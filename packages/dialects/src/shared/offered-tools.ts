import type { Warning } from '@org/engine';

/** Warning for tools that are deferred until a vendor-side search finds them. */
export function toolSearchWarning(param: string): Warning {
  return {
    kind: 'ignored',
    param,
    message: 'The service does not search tools: it offers all tools to the model at once, including deferred ones.',
  };
}
