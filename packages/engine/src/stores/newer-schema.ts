import { EngineError } from '../errors/engine-error.js';

/** There is no way back but a backup: what a newer release keeps has no place in an older schema. */
export function newerSchema(found: number, known: number): EngineError {
  return new EngineError(
    'internal',
    `The database has schema ${found}, written by a newer release; this one supports ${known}. The service changed nothing: start the newer release again, or restore a backup from before its first start.`,
  );
}
