/** Most characters (UTF-16 units) that go out: ids and names of the client stand in messages, and may have any length. */
const maxLength = 1000;
/** How much of a longer text's end is kept: that is where a message says what to do. */
const tailLength = 250;

const loneSurrogates = /\p{Surrogate}/gu;

/** A message or a path as it goes out: cut in the middle when too long, and well-formed, which strict readers of JSON demand. */
export function sanitizeText(text: string): string {
  const short =
    text.length <= maxLength ? text : `${text.slice(0, maxLength - tailLength - 5)} ... ${text.slice(-tailLength)}`;
  return short.replaceAll(loneSurrogates, '\ufffd');
}
