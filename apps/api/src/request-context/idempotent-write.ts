import type { ResponseRecording } from './response-recording.js';

/** What the service knows of a request that came with an idempotency key. The key makes its work outlive the connection. */
export class IdempotentWrite {
  /** Hash of the body's bytes; undefined where nothing was sent. */
  bodyHash: string | undefined;
  /** Set once this process holds the key: it then stores the response, and the work continues after a disconnect. */
  recording: ResponseRecording | undefined;
  /** Set where a repeated request follows a response that already started: there is nothing to start. */
  followed: string | undefined;
}
