import { type EngineError, isObject, asText } from '@org/engine';
import { upstreamMessage, upstreamMessageIn } from './upstream-message.js';

/** What the upstream said when it refused, in whatever form: gateways quote the words of others. */
export function upstreamErrorText({ cause }: EngineError): string {
  if (!isObject(cause)) return '';
  const body = asText(cause['body']);
  if (body === undefined) return upstreamMessageIn(cause);
  try {
    return upstreamMessageIn(JSON.parse(body));
  } catch {
    return upstreamMessage(body);
  }
}
