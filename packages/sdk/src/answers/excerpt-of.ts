const longestPage = 10_000;
const longest = 200;

/** What the body of a refusal says to who reads an error, whatever it is: in one line, which is cut where it gets long; nothing where it is empty. */
export function excerptOf(body: unknown): string {
  const text =
    typeof body === 'string' ? textIn(body.slice(0, longestPage)) : isEmpty(body) ? '' : JSON.stringify(body);
  return text.length > longest ? `${text.slice(0, longest)}...` : text;
}

/** Of a page, such as that of a proxy, what one sees of it. */
function textIn(page: string): string {
  return page
    .replaceAll(/<(style|script)\b[\s\S]*?<\/\1>|<[^>]*>/gi, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim();
}

function isEmpty(body: unknown): boolean {
  return body == null || Object.keys(body).length === 0;
}
