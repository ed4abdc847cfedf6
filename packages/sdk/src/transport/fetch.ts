/** How a request is sent: what the client needs of a `fetch`, so that the one of another library will do. */
export type Fetch = (url: string, init: FetchInit) => Promise<FetchedResponse>;

/** One request, with nothing that a `fetch` could not take. */
export interface FetchInit {
  readonly method: string;
  readonly headers: Record<string, string>;
  /** A blob is a form with a file; its `content-type` is among the headers. */
  readonly body?: string | Blob;
  /** A redirect is given back as the answer, not followed. */
  readonly redirect: 'manual';
  /** Aborted when the caller gives up or the time is over: then the connection has to be closed. */
  readonly signal: AbortSignal;
}

/** What is read of an answer. A `Response` of any library is one, so nothing may ask for its class. */
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

/** Reads such a stream, and gives up the rest of it. */
export interface FetchedReader {
  read(): Promise<{ readonly done: boolean; readonly value?: Uint8Array | undefined }>;
  cancel(): Promise<void>;
}
