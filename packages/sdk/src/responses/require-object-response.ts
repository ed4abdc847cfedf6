import { ConnectionError } from '../api-error.js';

/** Requires the response body to be an object. Throws ConnectionError for anything else, such as a proxy may send. */
export function requireObjectResponse(value: unknown): object {
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw new ConnectionError('The response is not an object.');
  return value;
}
