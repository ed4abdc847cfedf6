import { toEngineError, EngineError } from './engine-error.js';

/** The failure of work that has changed something elsewhere: clients that try again by themselves are told not to. */
export function notAgain(thrown: unknown): EngineError {
  const { code, message, param, part, retryAfter, byModel, detail, cause } = toEngineError(thrown);
  return new EngineError(code, message, {
    ...(param !== undefined && { param }),
    ...(part !== undefined && { part }),
    ...(retryAfter !== undefined && { retryAfter }),
    ...(detail !== undefined && { detail }),
    ...(cause !== undefined && { cause }),
    byModel,
    retryable: false,
  });
}
