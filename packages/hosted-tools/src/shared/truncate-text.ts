import { estimateTokens, quarterTokensOf } from './estimate-tokens.js';

/** The start of `text` with at most about `maxTokens` tokens, estimated by its characters; never half a character. */
export function truncateToTokens(text: string, maxTokens: number): { readonly text: string; readonly tokens: number } {
  // No text with fewer characters has more tokens.
  if (text.length <= maxTokens) return { text, tokens: estimateTokens(text) };
  let quarters = 0;
  for (let at = 0; at < text.length; at += 1) {
    quarters += quarterTokensOf(text.charCodeAt(at));
    if (quarters > 4 * maxTokens) return { text: withoutHalfCharacter(text.slice(0, at)), tokens: maxTokens };
  }
  return { text, tokens: quarters / 4 };
}

/** The start of `text` with at most `maxCharacters`, with a mark where it is truncated. */
export function truncateText(text: string, maxCharacters: number): string {
  return text.length <= maxCharacters ? text : `${withoutHalfCharacter(text.slice(0, maxCharacters)).trimEnd()} …`;
}

function withoutHalfCharacter(text: string): string {
  return /[\ud800-\udbff]$/.test(text) ? text.slice(0, -1) : text;
}
