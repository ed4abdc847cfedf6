import { mediaTypeOf } from './media-type-of.js';

/**
 * Error message for a successful response that is not the `expected` one with media type `type`; when it has another
 * media type, the message also names the likely sender.
 */
export function unexpectedContentMessage(expected: string, type: string, headers: Headers): string {
  const given = mediaTypeOf(headers) ?? type;
  if (given === type) return `The response is not ${expected}.`;
  return `The response is not ${expected} but ${given}: another server may have sent it. \`baseUrl\` must be the address of the service itself.`;
}
