import { Pool, ProxyAgent } from 'undici';
import { createTrackedConnection } from './tracked-connection.js';

export interface ProxyLimits {
  /** Most connections to one upstream. Absent: no limit. */
  readonly connections?: number;
  /** Milliseconds that opening one may take. */
  readonly connectTimeout: number;
}

/** Connections through an HTTP proxy: a tunnel to an https upstream, whose key the proxy does not see; an http one is asked for in its name. */
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
