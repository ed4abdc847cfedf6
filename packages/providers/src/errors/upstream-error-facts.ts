import { type EngineError, countOf, isObject, asText } from '@org/engine';
import { detailsOf } from './upstream-error.js';

/** HTTP status of an upstream error and the parameter that it names, as far as the upstream sent them. */
interface UpstreamErrorFacts {
  readonly status?: number;
  readonly param?: string;
}

export function upstreamErrorFacts({ cause }: EngineError): UpstreamErrorFacts {
  const status = isObject(cause) ? countOf(cause['status']) : undefined;
  const param = asText(detailsOf(cause)['param']);
  return { ...(status !== undefined && { status }), ...(param !== undefined && { param }) };
}
