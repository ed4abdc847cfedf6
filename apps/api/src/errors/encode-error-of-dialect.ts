import { messagesDialect } from '@org/dialects/messages';
import { responsesDialect } from '@org/dialects/responses';
import type { EncodedError } from '@org/dialects/dialect';
import type { DialectId, EngineError } from '@org/engine';

/** The only conversion from a failure to an HTTP response, for filters, the router and the raw socket. */
export function encodeErrorOfDialect(error: EngineError, dialect: DialectId, requestId: string): EncodedError {
  switch (dialect) {
    case 'messages':
      return messagesDialect.encodeError(error, requestId);
    case 'responses':
      return responsesDialect.encodeError(error, requestId);
  }
}
