// A `fetch` that records the request bodies of a client.
import type { JsonObject } from '@org/engine';

export interface RecordingFetch {
  readonly fetch: typeof fetch;
  /** Bodies that were sent as JSON, oldest first. */
  readonly sent: readonly JsonObject[];
  /** HTTP statuses of the responses. */
  readonly statuses: readonly number[];
}

/** `change` may alter the headers of the request with that number, from 0. */
export function recordingFetch(change: (headers: Headers, number: number) => void = () => undefined): RecordingFetch {
  const sent: JsonObject[] = [];
  const statuses: number[] = [];
  return {
    sent,
    statuses,
    async fetch(target, init) {
      const headers = new Headers(init?.headers);
      change(headers, sent.length);
      if (typeof init?.body === 'string') sent.push(JSON.parse(init.body) as JsonObject);
      const response = await fetch(target, { ...init, headers });
      statuses.push(response.status);
      return response;
    },
  };
}
