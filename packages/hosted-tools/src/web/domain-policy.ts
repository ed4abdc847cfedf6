import { type DomainFilter, EngineError } from '@org/engine';
import { type DomainRule, matchesDomain, parseDomainRule } from './domain-rule.js';

/** The operator's lists. Both may be there. */
export interface DomainSettings {
  /** Only these domains. Absent: all. */
  readonly allow?: readonly string[];
  /** Never these domains, also where `allow` has them. */
  readonly block?: readonly string[];
}

/** Whether a URL may be shown or read. */
export type DomainPolicy = (url: URL) => boolean;

/**
 * The policy of a request: a URL must pass the operator's lists and the request's. Throws `invalid-request` with
 * `param` for a request with both lists, and for an entry that names no host.
 */
export function domainPolicy(
  { allow, block = [] }: DomainSettings,
  { allowed, blocked, param: listParam }: DomainFilter = {},
  param = 'tools',
): DomainPolicy {
  if (allowed !== undefined && blocked !== undefined)
    throw invalid(param, 'allows one list of domains: either the allowed or the blocked ones');
  const operatorAllows = allow === undefined ? undefined : allow.map(ofSettings);
  const operatorBlocks = block.map(ofSettings);
  const paramOf = (at: number): string => (listParam === undefined ? param : `${listParam}.${at}`);
  const requestAllows = allowed?.map((text, at) => ofRequest(text, paramOf(at)));
  const requestBlocks = (blocked ?? []).map((text, at) => ofRequest(text, paramOf(at)));
  return (url) => {
    const isListed = (rules: readonly DomainRule[]): boolean => rules.some((rule) => matchesDomain(rule, url));
    if (isListed(operatorBlocks) || isListed(requestBlocks)) return false;
    return (
      (operatorAllows === undefined || isListed(operatorAllows)) &&
      (requestAllows === undefined || isListed(requestAllows))
    );
  };
}

function ofRequest(text: string, param: string): DomainRule {
  const rule = parseDomainRule(text);
  if (rule === undefined)
    throw invalid(param, `has a domain that is no host with an optional path: ${JSON.stringify(text.slice(0, 100))}`);
  return rule;
}

function ofSettings(text: string): DomainRule {
  const rule = parseDomainRule(text);
  if (rule === undefined) throw new Error(`The domain ${JSON.stringify(text)} is no host with an optional path.`);
  return rule;
}

function invalid(param: string, rule: string): EngineError {
  return new EngineError('invalid-request', `${param} ${rule}.`, { param });
}
