/** A request of this page, without its key. */
export interface ApiRequest {
  readonly method: 'GET' | 'POST';
  /** Path on this origin. */
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: Readonly<Record<string, unknown>>;
}

/** Sends `request` with `key` to the service that served this page. Cookies, caches and redirects take no part. */
export function send(request: ApiRequest, key: string, signal?: AbortSignal): Promise<Response> {
  return fetch(request.path, {
    method: request.method,
    headers: { ...headersOf(request), authorization: `Bearer ${key}` },
    ...(request.body === undefined ? {} : { body: JSON.stringify(request.body) }),
    ...(signal === undefined ? {} : { signal }),
    credentials: 'omit',
    cache: 'no-store',
    redirect: 'error',
  });
}

/** All headers except the one with the key. */
export function headersOf({ headers, body }: ApiRequest): Readonly<Record<string, string>> {
  return body === undefined ? headers : { 'content-type': 'application/json', ...headers };
}
