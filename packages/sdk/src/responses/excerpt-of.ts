const maxPageLength = 10_000;
const maxLength = 200;

/** What the body of a refusal says to who reads an error, whatever it is: in one line, which is cut where it gets long; nothing where it is empty. */
export function excerptOf(body: unknown): string {
  const text =
    typeof body === 'string' ? textIn(body.slice(0, maxPageLength)) : isEmpty(body) ? '' : JSON.stringify(body);
  return text.length > maxLength ? `${text.slice(0, maxLength)}...` : text;
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
