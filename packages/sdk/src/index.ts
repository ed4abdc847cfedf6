export { ModelResponseClient } from './client.js';
export type { ApiKey, ClientOptions, RequestOptions } from './client-options.js';
export type { Fetch, FetchInit, FetchedResponse, FetchedBody, FetchedReader } from './transport/fetch.js';
export type { ResponseMetadata } from './responses/response-metadata.js';
export type { RequestRetry } from './transport/request-retry.js';
export type { IncludeOption } from './resources/include-option.js';
export { ApiError, ClientError, ConnectionError, StreamError } from './api-error.js';
export type { EventStream } from './responses/event-stream.js';
export { MessageStream } from './responses/message-stream.js';
export { ResponseStream } from './responses/response-stream.js';
export { Page, type ApiPage } from './resources/page.js';
export { parseJsonOutput } from './responses/parse-json-output.js';
export { readTextDeltas } from './responses/read-text-deltas.js';
export { getOutputText } from './responses/get-output-text.js';
export { toInputItems, type ReceivedItem } from './responses/to-input-items.js';
export { tool, type CheckedTool, type RunnableTool, type ToolContext } from './tools/tool.js';
export { MessageToolRun, ResponseToolRun, type ToolRun, type ToolRunOptions } from './tools/tool-run.js';
export type { MessageParams, MessagesResource } from './resources/messages-resource.js';
export type { BatchParams, BatchedMessage, BatchesResource, BatchWaitOptions } from './resources/batches-resource.js';
export type { ResponseParams, ResponsesResource } from './resources/responses-resource.js';
export {
  ResponsesConnection,
  type ConnectionOptions,
  type ConnectionParams,
  type ResponsesConnectionOptions,
} from './connection/responses-connection.js';
export type { ClientWebSocket, OpenWebSocket, WebSocketHandshake } from './connection/web-socket.js';
export type { ConversationsResource } from './resources/conversations-resource.js';
export type { ConversationItemsResource } from './resources/conversation-items-resource.js';
export type { FileParams, FilesResource } from './resources/files-resource.js';
export type { ModelsResource } from './resources/models-resource.js';
export type { KnownFields } from './known-fields.js';
export type * from './api-types.js';
