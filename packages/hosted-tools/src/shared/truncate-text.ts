/** Tokens of a character: words of European languages have about four characters a token, ideographs one. */
const tokensOf = (code: number): number => (code < 0x2e80 ? 0.25 : 1);

/** The start of `text` with at most about `maxTokens` tokens, estimated by its characters; never half a character. */
export function truncateToTokens(text: string, maxTokens: number): { readonly text: string; readonly tokens: number } {
  // No text with fewer characters has more tokens.
  if (text.length <= maxTokens) return { text, tokens: estimateTokens(text) };
  let tokens = 0;
  for (let at = 0; at < text.length; at += 1) {
    tokens += tokensOf(text.charCodeAt(at));
    if (tokens > maxTokens) return { text: withoutHalfCharacter(text.slice(0, at)), tokens: maxTokens };
  }
  return { text, tokens };
}

/** The start of `text` with at most `maxCharacters`, with a mark where it is truncated. */
export function truncateText(text: string, maxCharacters: number): string {
  return text.length <= maxCharacters ? text : `${withoutHalfCharacter(text.slice(0, maxCharacters)).trimEnd()} …`;
}

function estimateTokens(text: string): number {
  let tokens = 0;
  for (let at = 0; at < text.length; at += 1) tokens += tokensOf(text.charCodeAt(at));
  return tokens;
}

function withoutHalfCharacter(text: string): string {
  return /[\ud800-\udbff]$/.test(text) ? text.slice(0, -1) : text;
}
