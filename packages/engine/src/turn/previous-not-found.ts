import { EngineError } from '../errors/engine-error.js';
import type { DialectId } from '../model/extensions.js';

export const calledIn = { messages: 'message', responses: 'response' } as const satisfies Record<DialectId, string>;

/** The error for a turn that continues a missing turn or one of another owner. */
export function previousNotFound(id: string, dialect: DialectId): EngineError {
  return new EngineError('previous-not-found', `Previous ${calledIn[dialect]} with id '${short(id)}' not found.`);
}

/** Shortens an id for an error, because a client may send any text as id. */
export function short(id: string): string {
  return id.slice(0, 100);
}
