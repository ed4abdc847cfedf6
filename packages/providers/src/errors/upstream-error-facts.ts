import { type EngineError, arrayOf, asObject, asText, countOf, isObject } from '@org/engine';
import { errorLocations } from './error-locations.js';
import { detailsOf } from './received-error.js';

/** Facts of an upstream error that do not depend on its wording, as far as the upstream sent them. */
export interface UpstreamErrorFacts {
  /** The HTTP status. */
  readonly status?: number;
  /** The parameter that the error object names, as written. */
  readonly param?: string;
  /** The upstream's own codes and types. */
  readonly codes: readonly string[];
  /** The paths in the sent body that the error names, as `tools.1.type`. */
  readonly at: readonly string[];
}

/** The facts of `error`. `text` is all that the upstream wrote, without what it quotes of the request. */
export function upstreamErrorFacts({ cause }: EngineError, text: string): UpstreamErrorFacts {
  const status = isObject(cause) ? countOf(cause['status']) : undefined;
  const details = detailsOf(cause);
  const param = asText(details['param']);
  const codes = [details, details['details'], ...arrayOf(details['detail'])].flatMap((one) => codesIn(asObject(one)));
  return {
    ...(status !== undefined && { status }),
    ...(param !== undefined && { param }),
    codes,
    at: errorLocations(details, text),
  };
}

const codeNames = ['code', 'type', 'error_code', 'status', 'status_code'];

function codesIn(details: Readonly<Record<string, unknown>> = {}): readonly string[] {
  return codeNames
    .map((name) => details[name])
    .filter((code) => typeof code === 'string' || typeof code === 'number')
    .map(String);
}
