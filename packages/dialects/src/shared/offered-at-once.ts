import type { Warning } from '@org/engine';

/** What is said where tools are deferred until a search at the vendor finds them. */
export function offeredAtOnce(param: string): Warning {
  return {
    kind: 'ignored',
    param,
    message: 'Nothing is searched here: the model is offered all tools at once, deferred ones included.',
  };
}
