import type { McpRequestRecord } from '@org/hosted-tools';

/** The error type of a request to an MCP server in metrics and spans; empty on success. */
export function errorTypeOfMcpRequest({ outcome, toolFailed, failure }: McpRequestRecord): string {
  if (outcome === 'cancelled') return outcome;
  if (toolFailed === true) return 'tool_error';
  return failure?.kind ?? (outcome === 'failed' ? 'protocol' : '');
}
