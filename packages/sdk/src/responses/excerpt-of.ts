const maxPageLength = 10_000;
const maxLength = 200;

/** One-line excerpt of an error body of any format, truncated when long; empty for an empty body. */
export function excerptOf(body: unknown): string {
  const text =
    typeof body === 'string' ? textIn(body.slice(0, maxPageLength)) : isEmpty(body) ? '' : JSON.stringify(body);
  return text.length > maxLength ? `${text.slice(0, maxLength)}...` : text;
}

/** The visible text of an HTML page, such as that of a proxy. */
function textIn(page: string): string {
  return page
    .replaceAll(/<(style|script)\b[\s\S]*?<\/\1>|<[^>]*>/gi, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim();
}

function isEmpty(body: unknown): boolean {
  return body == null || Object.keys(body).length === 0;
}
