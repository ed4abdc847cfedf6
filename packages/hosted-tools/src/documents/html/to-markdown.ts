import TurndownService from 'turndown';
import type { PageElement } from './dom.js';

/** Markdown of an element. Links are absolute by `base`; images are their descriptions. */
export function toMarkdown(element: PageElement, base: string | undefined): string {
  const service = new TurndownService({
    headingStyle: 'atx',
    codeBlockStyle: 'fenced',
    bulletListMarker: '-',
    hr: '---',
    emDelimiter: '*',
  });
  // Escapes such as `snake\\_case` would hide a quotation in the text.
  service.escape = (text) => text;
  service.addRule('image', {
    filter: 'img',
    replacement: (_, node) => {
      const text = attribute(node, 'alt').replace(/\s+/g, ' ').trim();
      return text === '' ? '' : `[Image: ${text}]`;
    },
  });
  service.addRule('link', {
    filter: 'a',
    replacement: (content, node) => {
      const href = absoluteUrl(attribute(node, 'href'), base);
      const text = content.trim();
      return href === undefined || text === '' ? content : `[${text}](${href})`;
    },
  });
  service.addRule('item', {
    filter: 'li',
    replacement: (content, node) => {
      const text = content.trim().replaceAll('\n', '\n  ');
      const number = numberOf(node);
      return `${number === undefined ? '-' : `${number}.`} ${text}\n`;
    },
  });
  service.addRule('cell', {
    filter: ['th', 'td'],
    replacement: (content) =>
      ` ${content
        .trim()
        .replace(/\s*\n\s*/g, ' ')
        .replaceAll('|', '\\|')} |`,
  });
  service.addRule('row', { filter: 'tr', replacement: (content) => `|${content}\n` });
  service.addRule('rows', { filter: ['thead', 'tbody', 'tfoot'], replacement: (content) => content });
  service.addRule('table', { filter: 'table', replacement: (content) => `\n\n${content}\n\n` });
  return service.turndown(element);
}

function attribute(element: PageElement, name: string): string {
  return element.getAttribute(name) ?? '';
}

/** The number of an item of an ordered list. */
function numberOf(item: PageElement): number | undefined {
  const { parentElement: list } = item;
  if (list?.nodeName !== 'OL') return undefined;
  const items = [...list.childNodes].filter(({ nodeName }) => nodeName === 'LI');
  return Number(list.getAttribute('start') ?? 1) + items.indexOf(item);
}

/** The http or https URL that a link leads to, without the place in the page. */
function absoluteUrl(href: string, base: string | undefined): string | undefined {
  if (href === '' || href.startsWith('#') || !URL.canParse(href, base)) return undefined;
  const url = new URL(href, base);
  return url.protocol === 'http:' || url.protocol === 'https:' ? url.href : undefined;
}
