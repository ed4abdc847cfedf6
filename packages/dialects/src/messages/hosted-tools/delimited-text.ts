/** Numbers in brackets, such as the notes of an encyclopedia. */
const sourceNumbers = /\[(\d{1,6}(?:\s*,\s*\d{1,6})*)\]/g;

/**
 * A text of the web between marks that name it. Marks within the text are changed, so that a page cannot end its own
 * passage and continue as the service; and so are numbers in brackets, by which the model would cite another source.
 */
export function delimitedText(name: string, text: string): string {
  const inner = text.replaceAll(sourceNumbers, '($1)').replaceAll(new RegExp(`<(/?)${name}`, 'gi'), `‹$1${name}`);
  return `<${name}>\n${inner}\n</${name}>`;
}
