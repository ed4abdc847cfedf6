import type { LookupAddress } from 'node:dns';
import { Resolver } from 'node:dns/promises';
import type { Resolve } from './guarded-connect.js';

export interface NameServerOptions {
  /** Addresses, with a port where it is another than 53. Default: those of the system. */
  readonly servers?: readonly string[];
  /** Milliseconds for which a server is waited for the first time. The second and last time it is about twice as long. */
  readonly timeoutMs?: number;
}

/**
 * Resolves names by querying the name servers directly. The system resolver uses two threads for the entire process:
 * a few names with unresponsive servers, which anyone can set up, would delay the names of upstreams for minutes.
 */
export function queryNameServers({ servers, timeoutMs = 2_000 }: NameServerOptions = {}): Resolve {
  const resolver = new Resolver({ timeout: timeoutMs, tries: 2 });
  if (servers !== undefined) resolver.setServers(servers);
  return (host, done) => {
    void Promise.allSettled([resolver.resolve4(host), resolver.resolve6(host)]).then(([four, six]) => {
      const addresses = [...addressesIn(four, 4), ...addressesIn(six, 6)];
      done(
        addresses.length === 0
          ? new Error('The name has no address.', { cause: four.status === 'rejected' ? four.reason : undefined })
          : null,
        addresses,
      );
    });
  };
}

function addressesIn(outcome: PromiseSettledResult<readonly string[]>, family: 4 | 6): readonly LookupAddress[] {
  return outcome.status === 'fulfilled' ? outcome.value.map((address) => ({ address, family })) : [];
}
