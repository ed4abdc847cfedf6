import { type JsonObject, readTraceContext, type TraceContext } from '@org/engine';
import type { OriginFacts } from '../request-context/origin-facts.js';
import type { RequestContext } from '../request-context/request-context.js';

/** The stored origin of a job. Jobs of earlier versions have none. */
export interface JobOrigin {
  /** Name of the key that it came with: it counts against that key's limits. */
  readonly keyName: string;
  /** The key, where it can be revoked: it takes its jobs along. */
  readonly keyId?: string;
  /** Id of the request that began it. */
  readonly requestId?: string;
  /** The trace of that request. */
  readonly trace?: TraceContext;
}

type Beginning = Pick<RequestContext, 'principal' | 'trace'> & Partial<Pick<RequestContext, 'requestId'>>;

export function originOf({ principal, requestId, trace }: Beginning): JobOrigin | undefined {
  if (principal === undefined) return undefined;
  const { keyName, keyId, revocable } = principal;
  return {
    keyName,
    ...(revocable ? { keyId } : {}),
    ...(requestId === undefined ? {} : { requestId }),
    ...(trace === undefined ? {} : { trace }),
  };
}

/** A key without an id of its own is logged by its name. */
export function originFacts(owner: string, origin: JobOrigin | undefined): OriginFacts {
  return { owner, keyId: origin?.keyId ?? origin?.keyName, keyName: origin?.keyName };
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
  readonly requestId?: unknown;
  readonly traceparent?: unknown;
  readonly tracestate?: unknown;
}

export function readOrigin({ origin }: { readonly origin?: unknown }): { readonly origin?: JobOrigin } {
  const { keyName, keyId, requestId, traceparent, tracestate }: StoredOrigin =
    typeof origin === 'object' && origin !== null ? origin : {};
  if (typeof keyName !== 'string') return {};
  const trace = readTraceContext(traceparent, tracestate);
  return {
    origin: {
      keyName,
      ...(typeof keyId === 'string' ? { keyId } : {}),
      ...(typeof requestId === 'string' ? { requestId } : {}),
      ...(trace === undefined ? {} : { trace }),
    },
  };
}
