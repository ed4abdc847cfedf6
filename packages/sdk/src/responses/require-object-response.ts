import { ConnectionError } from '../api-error.js';

/** The object that an answer is. Throws ConnectionError when it is something else, as a proxy may send. */
export function requireObjectResponse(value: unknown): object {
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw new ConnectionError('The response is not an object.');
  return value;
}
