// Between the spans of OpenTelemetry and a trace as the engine knows it.
import { createTraceState, ROOT_CONTEXT, trace as traces, type Context, type Span } from '@opentelemetry/api';
import { type TraceContext, traceIdOf } from '@org/engine';

/** The context of a span in `trace`. Without one it starts a trace. */
export function contextOf(trace: TraceContext | undefined): Context {
  if (trace === undefined) return ROOT_CONTEXT;
  const { traceparent, tracestate } = trace;
  const [, , spanId = '', flags = ''] = traceparent.split('-');
  return traces.setSpanContext(ROOT_CONTEXT, {
    traceId: traceIdOf(trace),
    spanId,
    traceFlags: Number.parseInt(flags, 16),
    isRemote: true,
    ...(tracestate === undefined ? {} : { traceState: createTraceState(tracestate) }),
  });
}

/** The trace context for requests within `span`, recorded or not. */
export function traceOf(span: Span): TraceContext {
  const { traceId, spanId, traceFlags, traceState } = span.spanContext();
  const tracestate = traceState?.serialize() ?? '';
  return {
    traceparent: `00-${traceId}-${spanId}-${(traceFlags & 0xff).toString(16).padStart(2, '0')}`,
    ...(tracestate === '' ? {} : { tracestate }),
  };
}
