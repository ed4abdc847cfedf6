import type { EngineError } from '@org/engine';
import { upstreamErrorText } from '../errors/upstream-error-text.js';
import { upstreamErrorFacts } from '../errors/upstream-error-facts.js';
import { type Attempt, type AttemptState, type SentPayload, withWarning } from './attempt.js';
import type { CompatRule, ErrorMatch, MatchedError } from './compat-rule.js';
import { quotesText } from './quotes-text.js';

/** A rule that applies, and the attempt that it makes instead. */
export interface AppliedRule<Target extends object> {
  readonly id: string;
  readonly attempt: AttemptState<Target>;
}

/** The first rule that matches `error` and can patch the attempt. `undefined`: the error is final. */
export function applyCompatRules<Target extends object, Payload extends SentPayload>(
  rules: readonly CompatRule<Target, Payload>[],
  attempt: Attempt<Target, Payload>,
  error: EngineError,
): AppliedRule<Target> | undefined {
  const text = upstreamErrorText(error);
  const match = { error, text, ...upstreamErrorFacts(error, text) };
  for (const rule of rules) {
    if (![rule.match].flat().some((one) => matches(one, match)) || rule.applies?.(attempt, match) === false) continue;
    const patched = rule.patch(attempt, match);
    if (patched === undefined) continue;
    const { id, warning, cache } = rule;
    const warned = warning === undefined ? patched : withWarning(patched, warning.param ?? id, warning);
    const isCacheable = cache !== 'never' && !quotesText(text, attempt.payload.body);
    return { id, attempt: isCacheable ? warned : { ...warned, cached: attempt.cached } };
  }
  return undefined;
}

function matches(expected: ErrorMatch, match: MatchedError): boolean {
  const { code, status, param, upstreamCode, at, text, unless } = expected;
  // `search` ignores the state of global patterns.
  return (
    (code === undefined || match.error.code === code) &&
    (status === undefined || [status].flat().some((one) => one === match.status)) &&
    (param === undefined || [param].flat().some((one) => one === match.param)) &&
    (upstreamCode === undefined || [upstreamCode].flat().some((one) => match.codes.includes(one))) &&
    (at === undefined || [at].flat().some((pattern) => match.at.some((path) => path.search(pattern) !== -1))) &&
    (text === undefined || [text].flat().some((pattern) => match.text.search(pattern) !== -1)) &&
    (unless === undefined || match.text.search(unless) === -1)
  );
}
