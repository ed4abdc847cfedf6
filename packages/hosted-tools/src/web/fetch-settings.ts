/** What the service fetches for a request, and how much of it. */
export interface FetchSettings {
  /** Most bytes of one body. */
  readonly maxBytes: number;
  /** Milliseconds that one URL may take, redirects and waiting in line included. */
  readonly timeoutMs: number;
  /** Most different URLs of one request. */
  readonly maxPerRequest: number;
  /** Most URLs that are fetched at once, for all requests together. */
  readonly concurrency: number;
  /** Hosts that may be fetched from: names, or `*.example.com` for all below one. Absent: all that are public. */
  readonly allowedHosts?: readonly string[];
  readonly ports: readonly number[];
  /** MIME types that are taken; the bytes decide, not what the server says. */
  readonly types: readonly string[];
}

/** Types that can be told by their bytes, and text. */
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
