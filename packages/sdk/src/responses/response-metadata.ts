import type { FetchedResponse, FetchedBody } from '../transport/fetch.js';

/** Metadata of a successful response, from its headers. */
export interface ResponseMetadata {
  readonly method: 'GET' | 'POST' | 'DELETE';
  /** Path below the base URL, with query. */
  readonly path: string;
  /** HTTP status, 200 to 299; 101 for a response on a connection, which has neither headers nor a request id. */
  readonly status: number;
  readonly headers: Headers;
  /** To be quoted in a report: the service's log knows it. */
  readonly requestId: string | undefined;
  /** What of the request was not honoured and did not stop it, such as `ignored top_k: The upstream takes no top_k.` Usually empty. */
  readonly warnings: readonly string[];
}

/** A successful response with an unread body. */
export interface OpenResponse {
  readonly head: ResponseMetadata;
  readonly body: FetchedBody | null;
}

export function headOf(
  { method, path }: Pick<ResponseMetadata, 'method' | 'path'>,
  { status, headers: fetched }: FetchedResponse,
): ResponseMetadata {
  const headers = new Headers([...fetched]);
  return { method, path, status, headers, requestId: requestIdOf(headers), warnings: warningsOf(headers) };
}

/** The dialects name the header differently. */
export function requestIdOf(headers: Headers): string | undefined {
  return headers.get('x-request-id') ?? headers.get('request-id') ?? undefined;
}

/** Headers of the same name arrive as one string. Each warning starts with its type and its field. */
function warningsOf(headers: Headers): readonly string[] {
  const text = headers.get('x-service-warning');
  return text === null ? [] : text.split(/, (?=(?:ignored|dropped|clamped|estimated) [^ ,]+: )/);
}
