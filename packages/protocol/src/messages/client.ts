// Run-time helpers for clients of the messages dialect, without schemas: zod, most of this package's size, is not
// loaded.
export {
  accumulateMessage,
  accumulateMessages,
  createMessageAccumulation,
  type AccumulatedMessage,
  type MessageAccumulation,
} from './streams/accumulate-message.js';
export { messageEvents } from './streams/message-events.js';
export { AccumulationError } from '../schema/accumulation-error.js';
export { errorCodes, errorCodesByStatus, errorStatus, type KnownErrorType } from './errors/error-tables.js';
export { readErrorBody, type ErrorReport } from '../schema/read-error-body.js';
export {
  isMessagesVersion,
  messagesBetaHeader,
  messagesRequestIdHeader,
  messagesVersionHeaders,
  messagesVersions,
  type MessagesVersion,
} from './version.js';
