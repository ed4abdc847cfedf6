import type { McpRequestRecord } from '@org/hosted-tools';

/** Why a tool server did not do what it was asked, as figures and spans say it; empty when it did. */
export function errorTypeOfMcpRequest({ outcome, toolFailed, failure }: McpRequestRecord): string {
  if (outcome === 'cancelled') return outcome;
  if (toolFailed === true) return 'tool_error';
  return failure?.kind ?? (outcome === 'failed' ? 'protocol' : '');
}
