// The messages dialect: what the API and clients of this package need of it.
export { messagesDialect } from './messages/messages-dialect.js';
export { messagesApi } from './messages/upstream/messages-api.js';
export { countedMessages, encodeTokenCount } from './messages/count-tokens.js';
export { messagesRequestFields } from './messages/upstream-policy/request-fields.js';
