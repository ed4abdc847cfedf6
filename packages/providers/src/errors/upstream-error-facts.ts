import type { EngineError } from '@org/engine';
import { countOf, isObject, textOf } from '../shared/json-value.js';
import { detailsOf } from './upstream-error.js';

/** The HTTP status of an upstream's error and the parameter that it names, as far as the upstream sent them. */
interface UpstreamErrorFacts {
  readonly status?: number;
  readonly param?: string;
}

export function upstreamErrorFacts({ cause }: EngineError): UpstreamErrorFacts {
  const status = isObject(cause) ? countOf(cause['status']) : undefined;
  const param = textOf(detailsOf(cause)['param']);
  return { ...(status !== undefined && { status }), ...(param !== undefined && { param }) };
}
