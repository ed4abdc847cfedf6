import { setTimeout as sleep } from 'node:timers/promises';
import { EngineError, type ApiKeyStore, type Clock, type IdSource, type OwnerErasure } from '@org/engine';
import { commandLineActor } from '../audit/audit-record.js';

/**
 * Time in which every replica cancels what runs with a revoked key, in milliseconds: a key is cached for a second, and
 * the monitor of revoked keys checks every second.
 */
const cancellationMs = 3_500;

/** Pause after a batch that the store could not erase for now, in milliseconds, and maximum number of pauses in a row. */
const pauseMs = 1_000;
const maxPauses = 60;

export interface ErasureParts {
  readonly store: ApiKeyStore & OwnerErasure;
  readonly ids: IdSource;
  readonly clock: Clock;
  /** Replaced in tests. */
  readonly wait?: (ms: number) => Promise<unknown>;
}

/**
 * Revokes the keys of an owner, waits until the replicas have cancelled what runs, and removes everything. A request
 * that ended meanwhile may have stored its response, so the removal repeats until it finds nothing.
 */
export async function eraseOwner(
  owner: string,
  { store, ids, clock, wait = (ms) => sleep(ms) }: ErasureParts,
): Promise<void> {
  for (const { id } of (await store.listApiKeys()).filter((key) => key.owner === owner))
    await store.revokeApiKey(id, clock.now());
  const erase = (): Promise<number> => withRetries(() => store.eraseOwned(owner), wait);
  await erase();
  do await wait(cancellationMs);
  while ((await erase()) > 0);
  const event = { kind: 'owner_erased', count: 1, actor: commandLineActor, owner } as const;
  await withRetries(() => store.eraseOwnerKeys(owner, { ...event, id: ids.next('audit'), at: clock.now() }), wait);
}

/** Repeats while the store is overloaded: another process reads the log of SQLite, or PostgreSQL restarts. */
async function withRetries<Result>(
  work: () => Promise<Result>,
  wait: (ms: number) => Promise<unknown>,
): Promise<Result> {
  for (let pauses = 0; ; pauses++) {
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof EngineError) || error.code !== 'overloaded' || pauses === maxPauses) throw error;
      await wait(pauseMs);
    }
  }
}
