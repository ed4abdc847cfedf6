import { asObject, asText } from '@org/engine';
import type { ApiPayload } from '../shared/api-payload.js';
import { upstreamMessage } from './upstream-message.js';

/** Returns the text of an error object. Gateways quote the errors of others. */
export function errorTextOf(details: ApiPayload): string {
  const message = asText(details['message']) ?? '';
  const quoted = asText(asObject(details['metadata'])?.['raw']);
  return upstreamMessage(quoted === undefined ? message : `${message}\n${quoted}`);
}
