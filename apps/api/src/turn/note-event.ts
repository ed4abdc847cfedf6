import type { GenerationEvent } from '@org/engine';
import type { RequestContext } from '../request-context/request-context.js';

/** Keeps what the log says of an answer while it is made: time to the first token, and how many warnings. */
export function recordEvent({ log, startedAt }: RequestContext, event: GenerationEvent): void {
  switch (event.type) {
    case 'generation-start':
      log.warnings = event.warnings;
      return;
    case 'part-delta':
      log.firstTokenMs ??= Math.round(performance.now() - startedAt);
      return;
    case 'part-start':
    case 'part-end':
    case 'generation-end':
    case 'generation-usage':
      return;
  }
}
