const filledText = /('[^'\n]*\{\}[^'\n]*'|"[^"\n]*\{\}[^"\n]*")\.format\((\w+)\)/g;
const writtenTool = /\btool\s*\|\s*string\b/g;
const numbersAsKeys = /(\bset\s+(\w+)\s*=\s*)\{(\s*\d+\s*:[^{}]*)\}/g;

/**
 * A template without what the library that runs it does not know of Python: texts that are filled in, a tool as a text, which is JSON then, and
 * dictionaries by numbers, which are lists of pairs then.
 */
export function normalizeTemplate(template: string): string {
  const filled = template.replace(filledText, "($1 | replace('{}', $2))").replace(writtenTool, 'tool | tojson');
  const names: string[] = [];
  const listed = filled.replace(numbersAsKeys, (_, start: string, name: string, members: string) => {
    names.push(name);
    return `${start}[${members
      .split(',')
      .filter((member) => member.trim() !== '')
      .map((member) => `[${member.replace(':', ',')}]`)
      .join(',')}]`;
  });
  return names.reduce(
    (text, name) => text.replaceAll(new RegExp(`\\b${name}\\s*\\|\\s*dictsort\\b`, 'g'), name),
    listed,
  );
}
