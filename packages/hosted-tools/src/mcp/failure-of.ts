import { ProtocolError, SdkError, SdkErrorCode, SdkHttpError } from '@modelcontextprotocol/client';
import { plainText } from './plain-text.js';
import { notTheProtocol, callTimedOut, McpServerFailure, unreachable } from './mcp-server-failure.js';

/**
 * Converts an exception of the library to a failure for clients and models. The library's own errors contain text of
 * the server, which may repeat a secret, so they go no further.
 */
export function failureOf(thrown: unknown, timeoutMs: number): McpServerFailure {
  const own = findWrappedFailure(thrown);
  if (own !== undefined) return own;
  if (thrown instanceof ProtocolError) return refusedWith(thrown.code, plainText(thrown.message));
  if (thrown instanceof SdkHttpError) return refusedByHttp(thrown);
  if (thrown instanceof SdkError) {
    if (thrown.code === SdkErrorCode.RequestTimeout) return callTimedOut(timeoutMs);
    if (thrown.code === SdkErrorCode.ConnectionClosed || thrown.code === SdkErrorCode.NotConnected)
      return unreachable();
    if (thrown.code === SdkErrorCode.UnsupportedResultType) {
      return new McpServerFailure(
        'protocol',
        -32_601,
        'The tool requests input beyond its arguments, which the service does not support.',
      );
    }
  }
  return notTheProtocol(thrown instanceof TypeError || thrown instanceof RangeError ? thrown : undefined);
}

/** The service's own failure, however deep the library has wrapped it. */
export function findWrappedFailure(thrown: unknown, depth = 8): McpServerFailure | undefined {
  if (thrown instanceof McpServerFailure) return thrown;
  if (depth === 0 || typeof thrown !== 'object' || thrown === null) return undefined;
  return (
    findWrappedFailure('cause' in thrown ? thrown.cause : undefined, depth - 1) ??
    findWrappedFailure('data' in thrown ? thrown.data : undefined, depth - 1)
  );
}

function refusedWith(code: number, serverMessage: string): McpServerFailure {
  return new McpServerFailure(
    'protocol',
    code,
    `The MCP server returned error ${code}.`,
    serverMessage === '' ? {} : { modelMessage: serverMessage },
  );
}

/** A server that rejects by HTTP may give the reason as a protocol error; any other body may be a page for people. */
function refusedByHttp({ status = 502, data }: SdkHttpError): McpServerFailure {
  const constant = `The MCP server returned HTTP status ${status}`;
  const serverMessage = typeof data['text'] === 'string' ? errorMessageIn(data['text']) : undefined;
  return new McpServerFailure(
    'http',
    status,
    `${constant}.`,
    serverMessage === undefined ? {} : { modelMessage: `${constant}: ${serverMessage}` },
  );
}

function errorMessageIn(text: string): string | undefined {
  try {
    const body: unknown = JSON.parse(text);
    if (typeof body !== 'object' || body === null || !('error' in body)) return undefined;
    const { error } = body;
    if (typeof error !== 'object' || error === null || !('message' in error) || typeof error.message !== 'string')
      return undefined;
    return plainText(error.message) || undefined;
  } catch {
    return undefined;
  }
}
