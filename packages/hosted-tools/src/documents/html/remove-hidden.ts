import type { Page, PageElement } from './dom.js';

/** Elements that show no text of the page. */
const withoutText = [
  'script, style, noscript, template, iframe, object, embed, svg, canvas, video, audio, map',
  'input, select, textarea, button, dialog:not([open]), datalist, [hidden], [aria-hidden="true"]',
].join(', ');

/** Declarations by which a text is there and is not visible. */
const hidingStyles: readonly RegExp[] = [
  /(?:^|;)\s*display\s*:\s*none/,
  /(?:^|;)\s*visibility\s*:\s*(?:hidden|collapse)/,
  /(?:^|;)\s*opacity\s*:\s*(?:0|0?\.0\d*|0%)\s*(?:;|!|$)/,
  /(?:^|;)\s*font(?:-size)?\s*:\s*(?:[01](?:\.\d+)?|0?\.\d+)(?:px|pt|em|rem|%)?\s*(?:;|!|\/|\s|$)/,
  /(?:^|;)\s*color\s*:\s*transparent/,
  /(?:^|;)\s*(?:left|top|right|bottom|text-indent|margin-left|margin-top)\s*:\s*-\d{3,}/,
  /(?:^|;)\s*(?:max-)?(?:width|height)\s*:\s*[01](?:px)?\s*(?:;|!|$)/,
  /(?:^|;)\s*clip(?:-path)?\s*:\s*(?:rect\(\s*[01](?:px)?[\s,]+[01](?:px)?[\s,]+[01](?:px)?[\s,]+[01](?:px)?\s*\)|inset\(\s*(?:50|100)%)/,
];

/** Maximum number of hiding selectors of a page's style sheets that are applied. */
const maxSelectors = 200;

/**
 * Removes what a reader of the page does not see: a page could carry instructions for a model there. It reads inline
 * styles and the plain rules of the page's own style sheets, so text that other style sheets or scripts hide remains.
 */
export function removeHidden(page: Page): void {
  const selectors = [...page.querySelectorAll('style')].flatMap(({ textContent }) =>
    hidingSelectors(textContent ?? ''),
  );
  if (selectors.length > 0) removeAll(page, selectors.slice(0, maxSelectors).join(', '));
  for (const element of [...page.body.querySelectorAll('[style]')]) if (isHidden(element)) element.remove();
  removeAll(page, withoutText);
}

function isHidden(element: PageElement): boolean {
  const style = (element.getAttribute('style') ?? '').toLowerCase();
  return hides(style) || hasColorOfBackground(style);
}

function hides(declarations: string): boolean {
  return hidingStyles.some((pattern) => pattern.test(declarations));
}

function hasColorOfBackground(style: string): boolean {
  const color = /(?:^|;)\s*color\s*:\s*([^;!]+)/.exec(style)?.[1]?.trim();
  const background = /(?:^|;)\s*background(?:-color)?\s*:\s*([^;!]+)/.exec(style)?.[1]?.trim();
  return color !== undefined && color === background;
}

/** Plain selectors of a style sheet whose rules hide. Rules within at-rules apply only sometimes, so they are omitted. */
function hidingSelectors(sheet: string): readonly string[] {
  const selectors: string[] = [];
  for (const [, names = '', declarations = ''] of topLevel(sheet).matchAll(/([^{}]+)\{([^{}]*)\}/g)) {
    if (!hides(declarations.toLowerCase())) continue;
    selectors.push(...names.split(',').map((name) => name.trim()));
  }
  return selectors.filter((selector) => /^[a-z]*[.#][\w-]+$/i.test(selector) && !/^(?:html|body)\b/i.test(selector));
}

/** A style sheet without comments and without the blocks of at-rules. */
function topLevel(sheet: string): string {
  let text = '';
  let depth = 0;
  let skippedFrom = 0;
  for (const [mark] of sheet.replace(/\/\*[\s\S]*?\*\//g, ' ').matchAll(/@[^{;}]*[{;]|[{}]|[^{}@]+|@/g)) {
    if (mark.startsWith('@') && mark.endsWith('{')) {
      depth += 1;
      skippedFrom ||= depth;
    } else if (mark === '{') depth += 1;
    else if (mark === '}') {
      depth = Math.max(0, depth - 1);
      if (skippedFrom > depth) {
        skippedFrom = 0;
        continue;
      }
    }
    if (skippedFrom === 0 && !mark.startsWith('@')) text += mark;
  }
  return text;
}

function removeAll(page: Page, selector: string): void {
  for (const element of [...page.querySelectorAll(selector)]) element.remove();
}
