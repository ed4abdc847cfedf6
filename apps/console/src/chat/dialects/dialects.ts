import type { ChatDialect, DialectName } from './dialect.js';
import { messagesDialect } from './messages.js';
import { responsesDialect } from './responses.js';

/** The dialects of the switch, by name. */
export const dialects: Readonly<Record<DialectName, ChatDialect>> = {
  messages: messagesDialect,
  responses: responsesDialect,
};
