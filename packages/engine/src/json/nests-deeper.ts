/**
 * Whether JSON text nests deeper than `maxDepth`. Skips text that is too short for that; invalid JSON may also yield
 * true.
 */
export function nestsDeeper(text: string, maxDepth: number): boolean {
  if (text.length <= 2 * maxDepth) return false;
  let depth = 0;
  let quoted = false;
  for (let at = nextMatch(text, 0, quoted); at < text.length; at = nextMatch(text, at + 1, quoted)) {
    const sign = text[at];
    if (sign === '\\') at += 1;
    else if (sign === '"') quoted = !quoted;
    else if (sign === '{' || sign === '[') {
      depth += 1;
      if (depth > maxDepth) return true;
    } else depth -= 1;
  }
  return false;
}

const structuralCharacters = /["{}[\]]/g;
const charactersInText = /["\\]/g;

/** A search passes over the letters of a long text many times as fast as a loop. */
function nextMatch(text: string, from: number, quoted: boolean): number {
  const pattern = quoted ? charactersInText : structuralCharacters;
  pattern.lastIndex = from;
  return pattern.exec(text)?.index ?? text.length;
}
