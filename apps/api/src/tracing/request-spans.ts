import { SpanKind, SpanStatusCode, type Attributes, type Span, type Tracer } from '@opentelemetry/api';
import type { RequestContext } from '../request-context/request-context.js';
import { knownMethod } from '../request-context/known-method.js';
import { clientClosedRequest, type RequestFacts } from '../request-context/log-outcome.js';
import { contextOf, traceOf } from './span-link.js';

/** A span for each request, from its arrival to the end of its reply and of all work for it. */
export class RequestSpans {
  readonly #tracer: Tracer;
  readonly #open = new WeakMap<RequestContext, Span>();

  constructor(tracer: Tracer) {
    this.#tracer = tracer;
  }

  /** What is done for the request belongs to its span from now on. */
  start(requestContext: RequestContext): void {
    const span = this.#tracer.startSpan('request', { kind: SpanKind.SERVER }, contextOf(requestContext.trace));
    this.#open.set(requestContext, span);
    requestContext.trace = traceOf(span);
  }

  end(requestContext: RequestContext, facts: RequestFacts): void {
    const span = this.#open.get(requestContext);
    if (span === undefined) return;
    this.#open.delete(requestContext);
    const { method, route, status } = facts;
    // Supervisors ask every few seconds. A span that never ends goes nowhere.
    if (route?.startsWith('/health/') === true) return;
    span.updateName(route === undefined ? knownMethod(method) : `${knownMethod(method)} ${route}`);
    span.setAttributes(attributesOf(requestContext, facts));
    if (status >= 500) span.setStatus({ code: SpanStatusCode.ERROR });
    span.end();
  }
}

function attributesOf(
  { requestId, dialect, principal, log }: RequestContext,
  { method, route, status, transport }: RequestFacts,
): Attributes {
  const failure =
    log.failure?.code ?? (log.clientAbort === true ? 'cancelled' : status >= 500 ? `${status}` : undefined);
  return {
    'http.request.method': knownMethod(method),
    ...(route === undefined ? {} : { 'http.route': route }),
    // There is no status where none was sent.
    ...(status === clientClosedRequest ? {} : { 'http.response.status_code': status }),
    ...(transport === undefined ? {} : { 'network.protocol.name': transport }),
    ...(failure === undefined ? {} : { 'error.type': failure }),
    'mrs.request.id': requestId,
    'mrs.dialect': dialect,
    ...(principal === undefined ? {} : { 'mrs.key.id': principal.keyId }),
  };
}
