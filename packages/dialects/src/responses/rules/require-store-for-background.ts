import type { ResponseCreateParams } from '@org/protocol/responses';
import { refuse } from '../decode/refuse.js';

/** A client that does not wait for the response fetches it later, so the service must store it. */
export function requireStoreForBackground(request: ResponseCreateParams): void {
  if (request.background === true && request.store === false) {
    refuse('background', "Invalid 'background': background responses need 'store' to be true.", 'invalid_value');
  }
}
