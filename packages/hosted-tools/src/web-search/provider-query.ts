import type { WebSearchRequest } from '@org/engine';
import type { DomainSettings } from '../web/domain-policy.js';
import { type DomainRule, parseDomainRule } from '../web/domain-rule.js';
import type { SearchQuery } from './search-provider.js';

/** Providers accept only so many domains. */
const maxDomains = 20;

/** The query for a provider, with the domains as far as providers understand them. The hits are filtered again. */
export function providerQuery(
  query: string,
  hits: number,
  { domains = {}, location, contextSize }: Pick<WebSearchRequest, 'domains' | 'location' | 'contextSize'>,
  { allow, block = [] }: DomainSettings,
): SearchQuery {
  const allowed = rulesOf(domains.allowed ?? allow).map(({ host }) => host);
  const blocked = rulesOf([...block, ...(domains.blocked ?? [])]).flatMap(({ host, path }) =>
    path === undefined ? [host] : [],
  );
  const isFiltered =
    allow !== undefined || block.length > 0 || domains.allowed !== undefined || domains.blocked !== undefined;
  return {
    query,
    count: Math.min(20, isFiltered ? 2 * hits : hits),
    wantsLongText: contextSize === 'high',
    ...(allowed.length === 0 || allowed.length > maxDomains ? {} : { allowedDomains: allowed }),
    ...(blocked.length === 0 ? {} : { blockedDomains: blocked.slice(0, maxDomains) }),
    ...(location?.country === undefined ? {} : { country: location.country }),
  };
}

function rulesOf(texts: readonly string[] = []): readonly DomainRule[] {
  return texts.map(parseDomainRule).filter((rule) => rule !== undefined);
}
