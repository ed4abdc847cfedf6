import type { EngineError } from '@org/engine';
import { upstreamErrorText } from '../errors/upstream-error-text.js';
import { upstreamErrorFacts } from '../errors/upstream-error-facts.js';
import { type Attempt, type AttemptState, type SentPayload, withWarning } from './attempt.js';
import type { CompatRule, ErrorMatch, MatchedError } from './compat-rule.js';

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
  const match = { error, text: upstreamErrorText(error) };
  for (const rule of rules) {
    if (!matches(rule.match, match) || rule.applies?.(attempt, match) === false) continue;
    const patched = rule.patch(attempt, match);
    if (patched === undefined) continue;
    const { id, warning, cache } = rule;
    const warned = warning === undefined ? patched : withWarning(patched, warning.param ?? id, warning);
    return { id, attempt: cache === 'never' ? { ...warned, cached: attempt.cached } : warned };
  }
  return undefined;
}

function matches({ code, status, param, text, unless }: ErrorMatch, { error, text: message }: MatchedError): boolean {
  if (code !== undefined && error.code !== code) return false;
  // `search` ignores the state of global patterns.
  if (text !== undefined && ![text].flat().some((pattern) => message.search(pattern) !== -1)) return false;
  if (unless !== undefined && message.search(unless) !== -1) return false;
  if (status === undefined && param === undefined) return true;
  const facts = upstreamErrorFacts(error);
  return (
    (status === undefined || [status].flat().some((one) => one === facts.status)) &&
    (param === undefined || [param].flat().some((one) => one === facts.param))
  );
}
