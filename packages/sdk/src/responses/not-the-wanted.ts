import { mediaTypeOf } from './media-type-of.js';

/** What is said of a successful answer that is no `wanted`, which would be of `type`; where it calls itself something else, also who may have given it. */
export function notTheWanted(wanted: string, type: string, headers: Headers): string {
  const given = mediaTypeOf(headers) ?? type;
  if (given === type) return `The response is not ${wanted}.`;
  return `The response is not ${wanted} but ${given}: another server may have sent it. \`baseUrl\` must be the address of the service itself.`;
}
