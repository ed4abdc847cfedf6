import { EngineError } from '@org/engine/storage';

/** Only a backup allows a downgrade: an older schema cannot hold what a newer release stores. */
export function newerSchema(found: number, known: number): EngineError {
  return new EngineError(
    'internal',
    `The database has schema ${found}, written by a newer release; this one supports ${known}. The service changed nothing: start the newer release again, or restore a backup from before its first start.`,
  );
}
