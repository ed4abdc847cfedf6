import type { ResponseCreateParams } from '@org/protocol/responses';
import { refuse } from '../decode/refuse.js';

/** Whoever does not wait for the answer fetches it later, so it must be kept. */
export function requireStoreForBackground(request: ResponseCreateParams): void {
  if (request.background === true && request.store === false) {
    refuse('background', "Invalid 'background': background responses need 'store' to be true.", 'invalid_value');
  }
}
