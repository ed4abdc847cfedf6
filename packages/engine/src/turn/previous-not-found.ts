import { EngineError } from '../errors/engine-error.js';
import type { DialectId } from '../model/extensions.js';

const calledIn = { messages: 'message', responses: 'response' } as const satisfies Record<DialectId, string>;

/** What a turn is told that continues something that is not there, that is somebody else's, or whose own beginning is gone. */
export function previousNotFound(id: string, dialect: DialectId): EngineError {
  return new EngineError('previous-not-found', `Previous ${calledIn[dialect]} with id '${id.slice(0, 100)}' not found.`);
}
