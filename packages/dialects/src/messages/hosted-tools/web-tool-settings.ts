// Settings of the web tools, in neutral terms.
import {
  type DomainFilter,
  EngineError,
  type UrlSources,
  type UrlSourceTools,
  type WebSearchRequest,
} from '@org/engine';
import type { UserLocation, WebFetchURLSources } from '@org/protocol/messages';

interface DomainLists {
  readonly allowed_domains?: readonly string[] | null | undefined;
  readonly blocked_domains?: readonly string[] | null | undefined;
}

/** The domain lists of a tool; an empty list filters nothing. Throws `invalid-request` for both lists together. */
export function decodeDomains(
  { allowed_domains: allowed, blocked_domains: blocked }: DomainLists,
  param: string,
): { readonly domains?: DomainFilter } {
  const hasAllowed = allowed != null && allowed.length > 0;
  const hasBlocked = blocked != null && blocked.length > 0;
  if (hasAllowed && hasBlocked)
    refuse(`${param}.blocked_domains`, "only one of 'allowed_domains' and 'blocked_domains' can be set");
  if (hasAllowed) {
    const path = `${param}.allowed_domains`;
    return { domains: { allowed: checkedDomains(allowed, path), param: path } };
  }
  const path = `${param}.blocked_domains`;
  return hasBlocked ? { domains: { blocked: checkedDomains(blocked, path), param: path } } : {};
}

function checkedDomains(domains: readonly string[], param: string): readonly string[] {
  for (const [at, domain] of domains.entries())
    if (domain === '' || domain.includes('://') || /\s/.test(domain))
      refuse(`${param}.${at}`, "a domain has no scheme and no spaces, such as 'example.com' or 'example.com/blog'");
  return domains;
}

/** Undefined for a location without any detail. */
export function decodeLocation(location: UserLocation | null | undefined): WebSearchRequest['location'] | undefined {
  const { country, region, city, timezone } = location ?? {};
  if (!country && !region && !city && !timezone) return undefined;
  return {
    ...(country && { country }),
    ...(region && { region }),
    ...(city && { city }),
    ...(timezone && { timezone }),
  };
}

/** Throws `invalid-request` for a source of an unknown type. */
export function decodeUrlSources(sources: WebFetchURLSources, param: string): UrlSources {
  const { client_tool_results: client, server_tool_results: server, user_input: user } = sources;
  if (user !== undefined && user.type !== 'all' && user.type !== 'none')
    refuse(`${param}.user_input.type`, "Input should be 'all' or 'none'");
  return {
    ...(user !== undefined && { userInput: user.type === 'none' ? 'none' : 'all' }),
    ...(client !== undefined && { clientToolResults: toolSource(client, `${param}.client_tool_results`) }),
    ...(server !== undefined && { serverToolResults: toolSource(server, `${param}.server_tool_results`) }),
  };
}

function toolSource(source: NonNullable<WebFetchURLSources['client_tool_results']>, param: string): UrlSourceTools {
  switch (source.type) {
    case 'all':
      return 'all';
    case 'none':
      return 'none';
    case 'only':
      return { only: source.tools.map(({ name }) => name) };
    case 'except':
      return { except: source.tools.map(({ name }) => name) };
    default:
      return refuse(`${param}.type`, "Input should be 'all', 'none', 'only' or 'except'");
  }
}

function refuse(param: string, why: string): never {
  throw new EngineError('invalid-request', `${param}: ${why}`, { param });
}
