/** Counts the tokens of a text as the model that reads it does. */
export type CountTokens = (text: string) => number;

/** Ideographs, syllables and symbols from here on take about one token each; letters of alphabets a quarter. */
const firstIdeograph = 0x2e80;

/** The estimated quarters of a token that a UTF-16 code unit takes. Quarters, because their sum is exact. */
export function quarterTokensOf(codeUnit: number): number {
  return codeUnit < firstIdeograph ? 1 : 4;
}

/** The tokens of a text, estimated by its characters: for models whose vocabulary is unknown. */
export function estimateTokens(text: string): number {
  let quarters = 0;
  for (let at = 0; at < text.length; at += 1) quarters += quarterTokensOf(text.charCodeAt(at));
  return quarters / 4;
}
