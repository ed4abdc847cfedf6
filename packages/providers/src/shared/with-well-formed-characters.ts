/** Matches escapes of JSON text. The captured group is an unpaired surrogate. */
const escapes = /\\(?:u[dD][89abAB][\da-fA-F]{2}\\u[dD][c-fC-F][\da-fA-F]{2}|(u[dD][89a-fA-F][\da-fA-F]{2})|[^])/g;

/**
 * Returns JSON text, as `JSON.stringify` or a model writes it, with U+FFFD for each unpaired surrogate, which text
 * truncated within an emoji contains. UTF-8 cannot encode it. Some servers reject the request as invalid JSON
 * (llama.cpp, Anthropic); Python servers fail when they read the prompt.
 */
export function withWellFormedCharacters(json: string): string {
  if (!json.includes('\\ud') && !json.includes('\\uD')) return json;
  return json.replaceAll(escapes, (escape, half: string | undefined) => (half === undefined ? escape : '\\ufffd'));
}
