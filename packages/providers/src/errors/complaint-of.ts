import { objectOf, textOf, type ApiPayload } from '../shared/wire-value.js';
import { upstreamMessage } from './own-words.js';

/** What an error object says in words. Gateways quote the words of others. */
export function errorTextOf(details: ApiPayload): string {
  const message = textOf(details['message']) ?? '';
  const quoted = textOf(objectOf(details['metadata'])?.['raw']);
  return upstreamMessage(quoted === undefined ? message : `${message}\n${quoted}`);
}
