import { SpanKind, SpanStatusCode, type Tracer } from '@opentelemetry/api';
import type { McpRequestRecord } from '@org/hosted-tools';
import { errorTypeOfMcpRequest } from '../request-context/error-type-of-mcp-request.js';
import { contextOf } from './span-link.js';

/** Records the span of a request to an MCP server after its end. */
export function recordMcpRequest(tracer: Tracer, record: McpRequestRecord): void {
  const { did, server, requestId, trace, milliseconds } = record;
  const method = `tools/${did}`;
  const error = errorTypeOfMcpRequest(record);
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
        'mrs.mcp_server': server,
      },
    },
    contextOf(trace),
  );
  if (error !== '' && error !== 'cancelled') span.setStatus({ code: SpanStatusCode.ERROR });
  span.end(endedAt);
}
