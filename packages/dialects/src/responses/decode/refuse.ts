import { EngineError } from '@org/engine';

/**
 * Rejects the request because of one field, by its path; the empty path means the complete body. `message` is a
 * complete sentence; `detail` is the dialect's finer code.
 */
export function refuse(param: string, message: string, detail?: string): never {
  throw new EngineError('invalid-request', message, {
    ...(param !== '' && { param }),
    ...(detail !== undefined && { detail }),
  });
}
