import type { DocumentSection } from './document.js';

/** The text of each page of a document in pages, from page 1. A page without text is empty. */
export function pageTexts(sections: readonly DocumentSection[]): readonly string[] {
  const pages: string[] = [];
  for (const { page = pages.length + 1, text } of sections) {
    while (pages.length < page) pages.push('');
    pages[page - 1] += text;
  }
  return pages;
}
