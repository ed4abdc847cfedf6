/** Headers of every reply. The service responds to programs: no page may frame it, no cache may store its responses. */
const fixedHeaders = {
  'cache-control': 'no-store',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
} as const;

/** The fixed headers and the request id under the names that the official SDKs of both dialects read. */
export function standardHeaders(requestId: string): Record<string, string> {
  return { ...fixedHeaders, 'request-id': requestId, 'x-request-id': requestId };
}
