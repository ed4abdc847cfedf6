/**
 * Characters that show nothing and can carry instructions that a person does not see: tags, directional controls,
 * zero-width spaces, soft hyphens. Joiners stay, because Persian and emoji need them.
 */
const invisible =
  // oxlint-disable-next-line no-control-regex, no-misleading-character-class
  /[\u{e0000}-\u{e007f}\u00ad\u180e\u200b\u202a-\u202e\u2060-\u2064\u2066-\u206f\ufeff\u0000-\u0008\u000b\u000e-\u001f]/gu;

/** `text` without invisible characters. */
export function withoutInvisibleCharacters(text: string): string {
  return text.replace(invisible, '');
}
