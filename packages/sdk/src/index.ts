export { ModelResponseClient } from './client.js';
export type { ClientOptions, RequestOptions } from './client-options.js';
export { ApiError, ClientError, ConnectionError, StreamError } from './api-error.js';
export { WireStream } from './wire-stream.js';
export type { MessageParams } from './messages-resource.js';
export type { ResponseParams } from './responses-resource.js';
