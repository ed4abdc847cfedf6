import { EngineError } from '@org/engine';
import type { Logger } from 'pino';

/** Logs why a model could not be initialized, except for one that the shutdown has closed. */
export function logUnready(log: Logger, model: string, thrown: unknown): void {
  if (thrown instanceof EngineError && thrown.code === 'cancelled') return;
  log.warn({ err: thrown, model }, 'failed to warm up a model; the first request retries');
}
