import type { ResponseMetadata } from '../answers/answer-head.js';
import type { Retry } from './until-answered.js';

/** Which request is about to be sent again, why and when. */
export interface RequestRetry extends Retry, Pick<ResponseMetadata, 'method' | 'path'> {}
