// What a response reports about the tools that the service ran for it.
import type { HostedToolResult, Part } from '@org/engine';
import type { Container } from '@org/protocol/messages';

/** Whether a part is the result of a tool that the service ran itself: blocks of an upstream have no such result. */
export function isHostedResult(part: Part): boolean {
  return hostedResultOf(part) !== undefined;
}

/** Member `server_tool_use` of `usage`: searches and fetches that succeeded. No member where no such tool was called. */
export function encodeServerToolUse(parts: readonly Part[]): {
  readonly server_tool_use?: { readonly web_search_requests: number; readonly web_fetch_requests: number };
} {
  const types = parts.flatMap((part) => (isWebResult(part) ? [hostedResultOf(part)?.type] : []));
  if (types.length === 0) return {};
  return {
    server_tool_use: {
      web_search_requests: types.filter((type) => type === 'web-search').length,
      web_fetch_requests: types.filter((type) => type === 'web-fetch').length,
    },
  };
}

function isWebResult(part: Part): boolean {
  return (
    part.type === 'opaque' &&
    (part.apiType === 'web_search_tool_result' || part.apiType === 'web_fetch_tool_result') &&
    isHostedResult(part)
  );
}

/** Lifetime of a container whose runner does not report it: that of the vendor's containers. */
const defaultLifetimeSeconds = 20 * 60;

/** The container in which code ran last; null where none ran. */
export function encodeContainer(parts: readonly Part[], createdAt: number): Container | null {
  const result = parts.map(hostedResultOf).findLast((hosted) => hosted?.type === 'code');
  if (result?.type !== 'code') return null;
  const { containerId, containerExpiresAt = createdAt + defaultLifetimeSeconds } = result;
  return { id: containerId, expires_at: new Date(containerExpiresAt * 1000).toISOString(), skills: null };
}

function hostedResultOf(part: Part): HostedToolResult | undefined {
  return part.type === 'opaque' && part.serverTool?.type === 'result' ? part.serverTool.outcome.hosted : undefined;
}
