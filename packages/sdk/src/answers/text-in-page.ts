const longestPage = 10_000;
const longestText = 200;

/** What a text says to its reader, such as a page of a proxy: in one line, which is cut where it gets long. */
export function textInPage(page: string): string {
  const words = page.slice(0, longestPage).replaceAll(/<(style|script)\b[\s\S]*?<\/\1>|<[^>]*>/gi, ' ');
  const text = words.replaceAll(/\s+/g, ' ').trim();
  return text.length > longestText ? `${text.slice(0, longestText)}...` : text;
}
