import { EngineError } from '@org/engine';
import type { Logger } from 'pino';

/** Tells why a model could not be made ready. One that was closed meanwhile, because the service stops, has nothing to tell. */
export function logUnready(log: Logger, model: string, thrown: unknown): void {
  if (thrown instanceof EngineError && thrown.code === 'cancelled') return;
  log.warn({ err: thrown, model }, 'failed to warm up a model; the first request retries');
}
