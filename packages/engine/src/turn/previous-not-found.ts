import { EngineError } from '../errors/engine-error.js';
import type { DialectId } from '../model/extensions.js';
import type { TurnStore } from '../ports/store.js';

const calledIn = { messages: 'message', responses: 'response' } as const satisfies Record<DialectId, string>;

/** What a turn is told that continues something that is not there or that is somebody else's. */
export function previousNotFound(id: string, dialect: DialectId): EngineError {
  return new EngineError('previous-not-found', `Previous ${calledIn[dialect]} with id '${short(id)}' not found.`);
}

/** The same of a chain that cannot be read. Who owns what it ends with is told which turn before that is gone. */
export async function chainNotFound(id: string, dialect: DialectId, store: Pick<TurnStore, 'findMissingLink'>, owner: string): Promise<EngineError> {
  const missing = await store.findMissingLink(owner, id);
  if (missing === undefined || missing === id) return previousNotFound(id, dialect);
  return new EngineError('previous-not-found', `Previous ${calledIn[dialect]} with id '${short(id)}' cannot be continued: '${short(missing)}', which it goes back to, is not kept.`);
}

function short(id: string): string {
  return id.slice(0, 100);
}
