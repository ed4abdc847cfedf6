/** A host with its subdomains, and optionally a path with all below it, such as `example.com/blog`. */
export interface DomainRule {
  /** In lower case and punycode. */
  readonly host: string;
  /** Starts with `/`. `*` stands for any characters. Absent: all paths. */
  readonly path?: string;
}

/** Parses a rule as requests and settings write it: with or without a scheme. Undefined: it names no host. */
export function parseDomainRule(text: string): DomainRule | undefined {
  const plain = text
    .trim()
    .replace(/^https?:\/\//i, '')
    .replace(/^\*\./, '');
  const [authority = '', ...segments] = plain.split('/');
  if (authority === '' || /[@?#\\\s:*%]/.test(authority) || !URL.canParse(`http://${authority}/`)) return undefined;
  const host = plainHost(new URL(`http://${authority}/`).hostname);
  const path = normalPath(`/${segments.join('/')}`).replace(/\/+$/, '');
  return path === '' || path === '/*' ? { host } : { host, path };
}

/** Whether a rule covers a URL. */
export function matchesDomain({ host, path }: DomainRule, { hostname, pathname }: URL): boolean {
  const actual = plainHost(hostname);
  if (actual !== host && !actual.endsWith(`.${host}`)) return false;
  return path === undefined || coversPath(path, normalPath(pathname));
}

function coversPath(rule: string, path: string): boolean {
  if (!rule.includes('*')) return path === rule || path.startsWith(`${rule}/`);
  let at = 0;
  for (const [index, part] of rule.split('*').entries()) {
    const found = path.indexOf(part, at);
    if (found < 0 || (index === 0 && found > 0)) return false;
    at = found + part.length;
  }
  return true;
}

function plainHost(host: string): string {
  return host.toLowerCase().replace(/\.+$/, '');
}

/** One form for the ways to write a path, so that another way to write a blocked path is blocked, too. */
function normalPath(path: string): string {
  return decoded(path).replace(/\/{2,}/g, '/');
}

function decoded(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}
