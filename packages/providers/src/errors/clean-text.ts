import type { TextRedactor } from './redactor.js';

/** Maximum length of an upstream message that clients receive, in code points. */
export const maxForwardedCharacters = 2_000;
/** A longer text is hidden, because its end may divide a secret. */
const maxTextLength = 64 * 1024;

/**
 * The text of an upstream as clients may see it: well-formed, on one line, without invisible characters and secrets,
 * not too long. `undefined`: it has to be hidden.
 */
export function cleanText(
  text: string,
  redactor: TextRedactor,
  maxCharacters = maxForwardedCharacters,
): string | undefined {
  if (text.length > maxTextLength) return undefined;
  const clean = redactor.redact(text.replaceAll(/\p{Surrogate}/gu, '\ufffd').replaceAll('\r', ''));
  // Invisible characters may separate the characters of a secret, so the text is searched without them again.
  const visible = clean && redactor.redact(clean.replaceAll(invisible, '').replaceAll(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' '));
  if (visible === undefined || visible.trim() === '' || isPage(visible)) return undefined;
  return visible.length <= maxCharacters ? visible : [...visible].slice(0, maxCharacters).join('');
}

/** Format characters that change the direction of a text or have no width, without the joiners of emoji and scripts. */
const invisible = /(?![\u200c\u200d])\p{Cf}/gu;

function isPage(text: string): boolean {
  return /^\s*<(?:!doctype|html|head|body|\?xml)/i.test(text);
}
