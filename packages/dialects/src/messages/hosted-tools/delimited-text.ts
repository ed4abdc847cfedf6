/**
 * A text of the web between marks that name it. Marks within the text are changed, so that a page cannot end its own
 * passage and continue as the service.
 */
export function delimitedText(name: string, text: string): string {
  const inner = text.replaceAll(new RegExp(`<(/?)${name}`, 'gi'), `‹$1${name}`);
  return `<${name}>\n${inner}\n</${name}>`;
}
