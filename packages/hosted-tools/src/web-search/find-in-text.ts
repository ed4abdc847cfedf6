const maxMatches = 10;
const contextCharacters = 200;

/** Passages of a text around each match of `pattern`, without regard to case and spacing. */
export function findInText(text: string, pattern: string): readonly string[] {
  const plain = text.replaceAll(/\s+/g, ' ');
  const haystack = plain.toLowerCase();
  const needle = pattern.replaceAll(/\s+/g, ' ').trim().toLowerCase();
  const passages: string[] = [];
  // Lower case may change the length of a text, in a few languages: then the passage is a little before or after the match.
  for (let at = haystack.indexOf(needle); at >= 0 && passages.length < maxMatches;) {
    const start = Math.max(0, at - contextCharacters);
    const end = at + needle.length + contextCharacters;
    passages.push(`${start > 0 ? '… ' : ''}${plain.slice(start, end).toWellFormed()}${end < plain.length ? ' …' : ''}`);
    at = haystack.indexOf(needle, end);
  }
  return passages;
}
