import { isProbablyReaderable, Readability } from '@mozilla/readability';
import { parsePage, type Page, type PageElement } from './html/dom.js';
import { removeHidden } from './html/remove-hidden.js';
import { toMarkdown } from './html/to-markdown.js';
import { withoutInvisibleCharacters } from './invisible-characters.js';
import type { ReadContent } from './read-bytes.js';
import { splitMarkdown } from './split-markdown.js';

/** Maximum number of elements in which the library looks for an article. */
const maxElements = 50_000;
/** The article is used if it has at least this share of the text of the page's content. */
const minArticleShare = 0.4;
/** Parts of a page that are no content of its own. */
const frames = 'nav, footer, aside, [role="navigation"], [role="contentinfo"]';

/** The text of a page as Markdown: its article, or its body where it has none, such as a list. */
export function readHtml(html: string, url?: string): ReadContent {
  const page = parseVisible(html);
  const title = titleOf(page);
  // The library for articles changes the page that it reads, so a page without an article is parsed again.
  const content = isProbablyReaderable(page) ? (articleOf(page) ?? bodyOf(parseVisible(html))) : bodyOf(page);
  return {
    mediaType: 'text/html',
    title,
    sections: splitMarkdown(withoutInvisibleCharacters(toMarkdown(content, url))),
  };
}

function parseVisible(html: string): Page {
  const page = parsePage(html);
  removeHidden(page);
  return page;
}

function bodyOf({ body }: Page): PageElement {
  for (const element of [...body.querySelectorAll(frames)]) element.remove();
  return body;
}

/** The article of a page, unless it is a small part of the page alone. */
function articleOf(page: Page): PageElement | undefined {
  const framesLength = [...page.body.querySelectorAll(frames)].reduce((sum, frame) => sum + lengthOf(frame), 0);
  const length = lengthOf(page.body) - framesLength;
  try {
    const parsed = new Readability<PageElement>(page, {
      maxElemsToParse: maxElements,
      disableJSONLD: true,
      // They name the language of code.
      keepClasses: true,
      serializer: (node: PageElement) => node,
    }).parse();
    const article = parsed?.content ?? undefined;
    return lengthOf(article) >= minArticleShare * length ? article : undefined;
  } catch {
    // It has more elements, or a structure that the library does not expect.
    return undefined;
  }
}

function lengthOf(element: PageElement | undefined): number {
  return (element?.textContent ?? '').replace(/\s+/g, '').length;
}

function titleOf(page: Page): string | undefined {
  const title = page.querySelector('title')?.textContent ?? '';
  return title.trim() === '' ? (page.querySelector('h1')?.textContent ?? undefined) : title;
}
