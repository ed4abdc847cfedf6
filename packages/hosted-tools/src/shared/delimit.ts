/**
 * `text` between the marks `<name>` and `</name>`. Marks within the text are changed, so that a page cannot end its own
 * block and go on in the voice of the service.
 */
export function delimit(name: string, text: string): string {
  const inner = text.replaceAll(new RegExp(`<(/?)\\s*${name}\\b`, 'gi'), `‹$1${name}`);
  return `<${name}>\n${inner}\n</${name}>`;
}

/**
 * What the model wrote, in quotes. Its URLs are broken: clients send results back as their own tools' results, in which
 * each URL may be opened.
 */
export function quoted(text: string): string {
  return JSON.stringify(text.replaceAll('://', ': //'));
}

/** Text on one line, without characters that control it. */
export function oneLine(text: string): string {
  return text.replaceAll(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\s]+/gu, ' ').trim();
}
