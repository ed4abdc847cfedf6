// The messages dialect: what the API and clients of this package need of it.
export { messagesDialect } from './messages/messages-dialect.js';
export { decodeCountTokens } from './messages/count-tokens.js';
