import type { ResponseMetadata } from '../responses/response-metadata.js';
import type { Retry } from './send-with-retries.js';

/** Which request is about to be sent again, why and when. */
export interface RequestRetry extends Retry, Pick<ResponseMetadata, 'method' | 'path'> {}
