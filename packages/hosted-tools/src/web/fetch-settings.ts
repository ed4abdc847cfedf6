/** Limits on what the service fetches for a request. */
export interface FetchSettings {
  /** Maximum size of one body in bytes. */
  readonly maxBytes: number;
  /** Timeout for one URL in milliseconds, including redirects and queue time. */
  readonly timeoutMs: number;
  /** Maximum number of distinct URLs per request. */
  readonly maxPerRequest: number;
  /** Maximum number of concurrent fetches, across all requests. */
  readonly concurrency: number;
  /** Allowed hosts: names, or `*.example.com` for all subdomains of one. Absent: all public hosts. */
  readonly allowedHosts?: readonly string[];
  readonly ports: readonly number[];
  /** Accepted MIME types; the bytes decide, not the content type that the server sends. */
  readonly types: readonly string[];
}

/** Types that can be detected from their bytes, and text. */
export const fetchableTypes = [
  'image/png',
  'image/jpeg',
  'image/gif',
  'image/webp',
  'application/pdf',
  'text/plain',
] as const;

/** Settings of media fetches that the operator leaves out: 10 MiB and 10 s for each URL, 8 URLs for each request, ports 80 and 443. */
export const defaultFetchSettings: FetchSettings = {
  maxBytes: 10 * 1024 * 1024,
  timeoutMs: 10_000,
  maxPerRequest: 8,
  concurrency: 16,
  ports: [80, 443],
  types: fetchableTypes,
};
