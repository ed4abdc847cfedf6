import { SpanKind, SpanStatusCode, type Tracer } from '@opentelemetry/api';
import type { McpRequestRecord } from '@org/hosted-tools';
import { errorTypeOfMcpRequest } from '../request-context/error-type-of-mcp-request.js';
import { contextOf } from './span-link.js';

/** Records the span of a request to an MCP server after its end. */
export function recordMcpRequest(tracer: Tracer, record: McpRequestRecord): void {
  const { operation, server, requestId, trace, totalMs } = record;
  const method = `tools/${operation}`;
  const error = errorTypeOfMcpRequest(record);
  const endedAt = Date.now();
  const span = tracer.startSpan(
    `${method} ${server}`,
    {
      kind: SpanKind.CLIENT,
      startTime: endedAt - totalMs,
      attributes: {
        'mcp.method.name': method,
        ...(operation === 'call' ? { 'gen_ai.operation.name': 'execute_tool' } : {}),
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
