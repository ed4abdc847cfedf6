import { type JsonObject, readTraceContext, type TraceContext } from '@org/engine';
import type { RequestContext } from '../request-context/request-context.js';

/** The stored origin of a job. Jobs of earlier versions have none. */
export interface JobOrigin {
  /** Name of the key that it came with: it counts against that key's limits. */
  readonly keyName: string;
  /** The key, where it can be revoked: it takes its jobs along. */
  readonly keyId?: string;
  /** The trace of the request that began it. */
  readonly trace?: TraceContext;
}

export function originOf({ principal, trace }: Pick<RequestContext, 'principal' | 'trace'>): JobOrigin | undefined {
  if (principal === undefined) return undefined;
  const { keyName, keyId, revocable } = principal;
  return { keyName, ...(revocable ? { keyId } : {}), ...(trace === undefined ? {} : { trace }) };
}

/** The member of a stored job that `readOrigin` reads back. */
export function writeOrigin(origin: JobOrigin | undefined): JsonObject {
  if (origin === undefined) return {};
  const { trace, ...key } = origin;
  return { origin: { ...key, ...trace } };
}

interface StoredOrigin {
  readonly keyName?: unknown;
  readonly keyId?: unknown;
  readonly traceparent?: unknown;
  readonly tracestate?: unknown;
}

export function readOrigin({ origin }: { readonly origin?: unknown }): { readonly origin?: JobOrigin } {
  const { keyName, keyId, traceparent, tracestate }: StoredOrigin =
    typeof origin === 'object' && origin !== null ? origin : {};
  if (typeof keyName !== 'string') return {};
  const trace = readTraceContext(traceparent, tracestate);
  return {
    origin: { keyName, ...(typeof keyId === 'string' ? { keyId } : {}), ...(trace === undefined ? {} : { trace }) },
  };
}
