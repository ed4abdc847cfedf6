import { lookup } from 'node:dns';
import type { Resolve } from './guarded-connect.js';

/** Whether a URL leads to a host that the operator allows although its address may be private. */
export type IsPrivateHost = (url: URL) => boolean;

/**
 * Reads the operator's list: `wiki.example`, `wiki.example:8080`, `10.0.0.5`, `[fd00::5]:8080` or `*.corp.example` for
 * all subdomains. Without a port, an entry allows ports 80 and 443. Throws for an entry that is none of these.
 */
export function privateHosts(entries: readonly string[]): IsPrivateHost {
  const rules = entries.map(parseEntry);
  return (url) => rules.some((matches) => matches(url));
}

function parseEntry(entry: string): IsPrivateHost {
  const isPattern = entry.startsWith('*.');
  const text = isPattern ? entry.slice(2) : entry;
  if (!URL.canParse(`http://${text}/`) || /[/@?#\s]/.test(text))
    throw new Error(`The host ${JSON.stringify(entry)} is no name or address with an optional port.`);
  const { hostname } = new URL(`http://${text}/`);
  const port = /:(\d+)$/.exec(text)?.[1];
  const ports = port === undefined ? ['80', '443'] : [port];
  return (url) => {
    const host = url.hostname.replace(/\.$/, '');
    return ports.includes(portOf(url)) && (isPattern ? host.endsWith(`.${hostname}`) : host === hostname);
  };
}

function portOf({ port, protocol }: URL): string {
  if (port !== '') return port;
  return protocol === 'https:' ? '443' : '80';
}

/** Resolves names as the system does, with its file of hosts: an intranet may have no other. */
export const systemResolve: Resolve = (host, done) => {
  lookup(host, { all: true }, (error, addresses) => done(error, error === null ? addresses : []));
};
