import { Pool, ProxyAgent } from 'undici';
import { createTrackedConnection } from './tracked-connection.js';

export interface ProxyLimits {
  /** Maximum number of connections to one upstream. Default: no limit. */
  readonly connections?: number;
  /** Maximum time to open a connection, in milliseconds. */
  readonly connectTimeout: number;
}

/**
 * Connects through an HTTP proxy: with a tunnel to an https upstream, whose key the proxy cannot see; an http
 * upstream is requested by its full URL.
 */
export function throughProxy(address: string, { connections, connectTimeout }: ProxyLimits): ProxyAgent {
  return new ProxyAgent({
    uri: address,
    ...(connections === undefined ? {} : { connections }),
    connectTimeout,
    factory: (origin, options) => new Pool(origin, { ...options, factory: createTrackedConnection }),
    pipelining: 1,
    allowH2: false,
    headersTimeout: 0,
    bodyTimeout: 0,
  });
}
