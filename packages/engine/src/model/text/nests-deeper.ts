/** Whether JSON text nests deeper than `most`. Text that is too short for that is not looked at; what is no JSON may be told either. */
export function nestsDeeper(text: string, most: number): boolean {
  if (text.length <= 2 * most) return false;
  let depth = 0;
  let quoted = false;
  for (let at = 0; at < text.length; at += 1) {
    const sign = text[at];
    if (quoted) {
      if (sign === '\\') at += 1;
      else if (sign === '"') quoted = false;
    } else if (sign === '"') quoted = true;
    else if (sign === '{' || sign === '[') {
      depth += 1;
      if (depth > most) return true;
    } else if (sign === '}' || sign === ']') depth -= 1;
  }
  return false;
}
