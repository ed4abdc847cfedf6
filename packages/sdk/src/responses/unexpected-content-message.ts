import { mediaTypeOf } from './media-type-of.js';

/**
 * Error message for a successful response that is not the `wanted` one with media type `type`; when it has another
 * media type, the message also names the likely sender.
 */
export function unexpectedContentMessage(wanted: string, type: string, headers: Headers): string {
  const given = mediaTypeOf(headers) ?? type;
  if (given === type) return `The response is not ${wanted}.`;
  return `The response is not ${wanted} but ${given}: another server may have sent it. \`baseUrl\` must be the address of the service itself.`;
}
