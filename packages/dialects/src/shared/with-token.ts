import type { EngineError } from '@org/engine';

/** A message with the token by which clients detect what is unsupported, in any wording. */
export function withToken({ capability }: Pick<EngineError, 'capability'>, message: string): string {
  return capability === undefined ? message : `capability_rejected: ${capability}: ${message}`;
}
