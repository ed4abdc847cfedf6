/** Sends a request: the subset of `fetch` that the client needs, so that another library's implementation also works. */
export type Fetch = (url: string, init: FetchInit) => Promise<FetchedResponse>;

/** One request, restricted to options that every `fetch` supports. */
export interface FetchInit {
  readonly method: string;
  readonly headers: Record<string, string>;
  /** A blob is a form with a file; its `content-type` is among the headers. */
  readonly body?: string | Blob;
  /** A redirect is returned as the response and not followed. */
  readonly redirect: 'manual';
  /** Aborted by the caller or the timeout: the connection must then be closed. */
  readonly signal: AbortSignal;
}

/** The fields of a response that the client reads. Any library's `Response` matches, so no code may check its class. */
export interface FetchedResponse {
  readonly ok: boolean;
  readonly status: number;
  readonly headers: Iterable<[string, string]>;
  readonly body: FetchedBody | null;
  text(): Promise<string>;
}

/** A stream of bytes, the `ReadableStream` of any library. */
export interface FetchedBody {
  getReader(): FetchedReader;
}

/** Reads such a stream and cancels the rest of it. */
export interface FetchedReader {
  read(): Promise<{ readonly done: boolean; readonly value?: Uint8Array | undefined }>;
  cancel(): Promise<void>;
}
