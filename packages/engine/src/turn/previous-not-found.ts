import { EngineError } from '../errors/engine-error.js';
import type { DialectId } from '../model/extensions.js';

export const calledIn = { messages: 'message', responses: 'response' } as const satisfies Record<DialectId, string>;

/** What a turn is told that continues something that is not there or that is somebody else's. */
export function previousNotFound(id: string, dialect: DialectId): EngineError {
  return new EngineError('previous-not-found', `Previous ${calledIn[dialect]} with id '${short(id)}' not found.`);
}

/** An id as an error names it: a client may say any text for one. */
export function short(id: string): string {
  return id.slice(0, 100);
}
