import { SpanKind, SpanStatusCode, type Tracer } from '@opentelemetry/api';
import type { HostedCallRecord } from '@org/hosted-tools';
import { contextOf } from './span-link.js';

/** Records the span of a hosted tool's call after its end. */
export function recordHostedCall(tracer: Tracer, record: HostedCallRecord): void {
  const { kind, name, requestId, trace, totalMs, outcome, code } = record;
  const endedAt = Date.now();
  const span = tracer.startSpan(
    `execute_tool ${name}`,
    {
      kind: SpanKind.INTERNAL,
      startTime: endedAt - totalMs,
      attributes: {
        'gen_ai.operation.name': 'execute_tool',
        'gen_ai.tool.name': name,
        ...(outcome === 'completed' ? {} : { 'error.type': code ?? outcome }),
        'mrs.request.id': requestId,
        'mrs.hosted_tool': kind,
      },
    },
    contextOf(trace),
  );
  if (outcome === 'failed') span.setStatus({ code: SpanStatusCode.ERROR });
  span.end(endedAt);
}
