// What a response reports about the tools that the service ran for it.
import type { CodeResult, HostedToolResult, OpaquePart, Part } from '@org/engine';
import type { Container } from '@org/protocol/messages';

/** Whether a part reports a call of a tool that the service ran itself; blocks of an upstream do not. */
export function isHostedPart(part: Part): part is OpaquePart {
  return hostedResultOf(part) !== undefined || containerOfCall(part) !== undefined;
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
    hostedResultOf(part) !== undefined
  );
}

/** Lifetime of a container whose runner does not report it: that of the vendor's containers. */
const defaultLifetimeSeconds = 20 * 60;

/** The container in which code ran last, also where the code failed; null where none ran. */
export function encodeContainer(parts: readonly Part[], createdAt: number): Container | null {
  const results = parts.map(codeResultOf);
  const id = parts
    .map((part, at) => results[at]?.containerId ?? containerOfCall(part))
    .findLast((one) => one !== undefined);
  if (id === undefined) return null;
  const expiresAt = results.findLast((result) => result?.containerId === id)?.containerExpiresAt;
  return {
    id,
    expires_at: new Date((expiresAt ?? createdAt + defaultLifetimeSeconds) * 1000).toISOString(),
    skills: null,
  };
}

function codeResultOf(part: Part): CodeResult | undefined {
  const result = hostedResultOf(part);
  return result?.type === 'code' ? result : undefined;
}

function hostedResultOf(part: Part): HostedToolResult | undefined {
  return part.type === 'opaque' && part.serverTool?.type === 'result' ? part.serverTool.outcome.hosted : undefined;
}

function containerOfCall(part: Part): string | undefined {
  const source = part.type === 'opaque' && part.serverTool?.type === 'call' ? part.serverTool.call.source : undefined;
  return source?.type === 'hosted' ? source.containerId : undefined;
}
