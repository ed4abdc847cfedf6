import { SpanKind, SpanStatusCode, type Tracer } from '@opentelemetry/api';
import type { ToolServerNote } from '@org/hosted-tools';
import { errorOfNote } from '../exchange/error-of-note.js';
import { contextOf } from './span-link.js';

/** The span of what a tool server was asked, once it is over. */
export function recordToolServer(tracer: Tracer, note: ToolServerNote): void {
  const { did, server, requestId, trace, milliseconds } = note;
  const method = `tools/${did}`;
  const error = errorOfNote(note);
  const endedAt = Date.now();
  const span = tracer.startSpan(
    `${method} ${server}`,
    {
      kind: SpanKind.CLIENT,
      startTime: endedAt - milliseconds,
      attributes: {
        'mcp.method.name': method,
        ...(did === 'call' ? { 'gen_ai.operation.name': 'execute_tool' } : {}),
        ...(error === '' ? {} : { 'error.type': error }),
        'mrs.request.id': requestId,
        'mrs.tool_server': server,
      },
    },
    contextOf(trace),
  );
  if (error !== '' && error !== 'cancelled') span.setStatus({ code: SpanStatusCode.ERROR });
  span.end(endedAt);
}
