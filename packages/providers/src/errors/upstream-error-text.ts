import { type EngineError, isObject, asText } from '@org/engine';
import { upstreamMessage, upstreamMessageIn } from './upstream-message.js';

/** Returns the upstream's error text in any form: gateways quote the errors of others. */
export function upstreamErrorText({ cause }: Pick<EngineError, 'cause'>): string {
  if (!isObject(cause)) return '';
  const body = asText(cause['body']);
  if (body === undefined) return upstreamMessageIn(cause['event'] ?? cause);
  try {
    return upstreamMessageIn(JSON.parse(body));
  } catch {
    return upstreamMessage(body);
  }
}
