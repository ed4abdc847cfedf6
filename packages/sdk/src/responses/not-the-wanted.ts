import { mediaTypeOf } from './media-type-of.js';

/** What is said of a successful answer that is no `wanted`, which would be of `type`; where it calls itself something else, also who may have given it. */
export function notTheWanted(wanted: string, type: string, headers: Headers): string {
  const given = mediaTypeOf(headers) ?? type;
  if (given === type) return `The answer is no ${wanted}.`;
  return `The answer is no ${wanted} but ${given}: something other than the service may have given it. \`baseUrl\` has to be where the service itself answers.`;
}
