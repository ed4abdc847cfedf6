/** Maximum length of a message in UTF-16 units: client ids and names appear in messages and may have any length. */
const maxLength = 1000;
/** Length of the end preserved of a longer text, in UTF-16 units: the end of a message describes what to do. */
const tailLength = 250;

const loneSurrogates = /\p{Surrogate}/gu;

/**
 * A message or path as returned to clients: truncated in the middle when too long, and well-formed, which strict JSON
 * parsers require.
 */
export function sanitizeText(text: string): string {
  const short =
    text.length <= maxLength ? text : `${text.slice(0, maxLength - tailLength - 5)} ... ${text.slice(-tailLength)}`;
  return short.replaceAll(loneSurrogates, '\ufffd');
}
