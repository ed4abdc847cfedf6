/** Escapes of JSON text. What is caught is half of a character without the other. */
const escapes = /\\(?:u[dD][89abAB][\da-fA-F]{2}\\u[dD][c-fC-F][\da-fA-F]{2}|(u[dD][89a-fA-F][\da-fA-F]{2})|[^])/g;

/**
 * JSON text, as `JSON.stringify` or a model writes it, with U+FFFD where a text holds half of a character: texts that were cut within an
 * emoji do. UTF-8 has no form for it. Of servers some refuse the whole request as no JSON (llama.cpp, Anthropic), Python ones fail when they read the
 * prompt.
 */
export function withWellFormedCharacters(json: string): string {
  if (!json.includes('\\ud') && !json.includes('\\uD')) return json;
  return json.replaceAll(escapes, (escape, half: string | undefined) => (half === undefined ? escape : '\\ufffd'));
}
