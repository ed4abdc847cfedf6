// The part of linkedom's HTML that the reader needs. linkedom runs no scripts and loads nothing.
import { parseHTML } from 'linkedom';

/** A node of a page. */
export interface PageNode {
  readonly nodeType: number;
  readonly nodeName: string;
  readonly textContent: string | null;
}

/** An element of a page. */
export interface PageElement extends PageNode {
  readonly tagName: string;
  readonly childNodes: Iterable<PageNode>;
  readonly parentElement: PageElement | null;
  readonly outerHTML: string;
  readonly textContent: string;
  getAttribute(name: string): string | null;
  hasAttribute(name: string): boolean;
  setAttribute(name: string, value: string): void;
  querySelectorAll(selector: string): Iterable<PageElement>;
  querySelector(selector: string): PageElement | null;
  remove(): void;
}

/** A page with a body. */
export interface Page {
  readonly documentElement: PageElement;
  readonly body: PageElement;
  querySelectorAll(selector: string): Iterable<PageElement>;
  querySelector(selector: string): PageElement | null;
}

/** Parses HTML. The library adds no missing `html` and `body`, so the text of a fragment goes into a body. */
export function parsePage(html: string): Page {
  const page: Page = parseHTML(html).document;
  if (hasBody(page)) return page;
  return parseHTML(`<!doctype html><html><head></head><body>${html}</body></html>`).document;
}

function hasBody({ documentElement }: { readonly documentElement: PageElement | null }): boolean {
  if (documentElement?.tagName !== 'HTML') return false;
  return [...documentElement.childNodes].some(({ nodeName }) => nodeName === 'BODY');
}
