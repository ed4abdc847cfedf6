import { Readability } from '@mozilla/readability';
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

/** The text of a page as Markdown: its article, or its body where it has none, such as a list. */
export function readHtml(html: string, url?: string): ReadContent {
  const page = parsePage(html);
  const title = titleOf(page);
  removeHidden(page);
  const markdown = toMarkdown(contentOf(page), url);
  return { mediaType: 'text/html', title, sections: splitMarkdown(withoutInvisibleCharacters(markdown)) };
}

/** The element with the page's content. The library for articles changes the page that it reads, so it gets a copy. */
function contentOf(page: Page): PageElement {
  const article = articleOf(parsePage(page.documentElement.outerHTML));
  for (const element of [
    ...page.body.querySelectorAll('nav, footer, aside, [role="navigation"], [role="contentinfo"]'),
  ])
    element.remove();
  const share = lengthOf(article) / Math.max(1, lengthOf(page.body));
  return article !== undefined && share >= minArticleShare ? article : page.body;
}

function articleOf(page: Page): PageElement | undefined {
  try {
    const parsed = new Readability<PageElement>(page, {
      maxElemsToParse: maxElements,
      disableJSONLD: true,
      // They name the language of code.
      keepClasses: true,
      serializer: (node: PageElement) => node,
    }).parse();
    return parsed?.content ?? undefined;
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
