import { EngineError } from '@org/engine';

/** Refuses the request because of one field, by its path; the empty path is the whole body. `message` is a whole sentence; `detail` is the dialect's finer code. */
export function refuse(param: string, message: string, detail?: string): never {
  throw new EngineError('invalid-request', message, {
    ...(param !== '' && { param }),
    ...(detail !== undefined && { detail }),
  });
}
