import { objectOf, textOf, type ApiPayload } from '../shared/json-value.js';
import { upstreamMessage } from './upstream-message.js';

/** What an error object says in words. Gateways quote the words of others. */
export function errorTextOf(details: ApiPayload): string {
  const message = textOf(details['message']) ?? '';
  const quoted = textOf(objectOf(details['metadata'])?.['raw']);
  return upstreamMessage(quoted === undefined ? message : `${message}\n${quoted}`);
}
