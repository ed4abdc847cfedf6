import type { DocumentSection } from '../document.js';
import { splitMarkdown } from '../split-markdown.js';
import { withoutInvisibleCharacters } from '../invisible-characters.js';
import { attributeOf, childAt, childrenNamed, descendantsNamed, parseXml, type XmlNode } from './xml.js';

/** Level of a heading by the id of its style. */
type HeadingLevels = ReadonlyMap<string, number>;

/** The text of a DOCX as Markdown, in sections by its headings. */
export function readText(files: ReadonlyMap<string, string>): readonly DocumentSection[] {
  const levels = headingLevels(files.get('word/styles.xml'));
  const body = markdownOf(files.get('word/document.xml'), levels);
  const footnotes = ['word/footnotes.xml', 'word/endnotes.xml']
    .map((name) => markdownOf(files.get(name), levels))
    .filter((text) => text !== '');
  return [...splitMarkdown(body), ...footnotes.map((text) => ({ text, heading: 'Footnotes' }))];
}

function markdownOf(xml: string | undefined, levels: HeadingLevels): string {
  if (xml === undefined) return '';
  return withoutInvisibleCharacters(blocksOf(parseXml(xml), levels).join('\n\n'));
}

/** Paragraphs and tables below `node`. */
function blocksOf(node: XmlNode, levels: HeadingLevels): readonly string[] {
  const blocks: string[] = [];
  for (const child of node.children) {
    const { name } = child;
    if (name === 'p') blocks.push(paragraph(child, levels));
    else if (name === 'tbl') blocks.push(table(child));
    else if (!omitted.has(name)) blocks.push(...blocksOf(child, levels));
  }
  return blocks.filter((block) => block.trim() !== '');
}

/** Deleted text, instructions of fields, and the second form of a drawing. */
const omitted: ReadonlySet<string> = new Set(['del', 'delText', 'moveFrom', 'instrText', 'Fallback', 'pPr', 'rPr']);

function paragraph(node: XmlNode, levels: HeadingLevels): string {
  const text = inline(node).trim();
  const style = attributeOf(childAt(node, 'pPr', 'pStyle'), 'val') ?? '';
  const level = levels.get(style);
  if (text === '') return '';
  if (level !== undefined) return `${'#'.repeat(level)} ${text.replace(/\s+/g, ' ')}`;
  return childAt(node, 'pPr', 'numPr') === undefined ? text : `- ${text}`;
}

function inline(node: XmlNode): string {
  let text = '';
  for (const child of node.children) {
    const { name } = child;
    if (name === 't') text += child.text;
    else if (name === 'tab') text += '\t';
    else if (name === 'br' || name === 'cr' || name === 'p') text += `\n${name === 'p' ? inline(child) : ''}`;
    else if (!omitted.has(name) && !(name === 'r' && isHidden(child))) text += inline(child);
  }
  return text;
}

/** Text that Word does not show. */
function isHidden(run: XmlNode): boolean {
  const vanish = childAt(run, 'rPr', 'vanish');
  return vanish !== undefined && !['0', 'false'].includes(attributeOf(vanish, 'val') ?? 'true');
}

function table(node: XmlNode): string {
  const rows = childrenNamed(node, 'tr').map((row) => {
    const cells = childrenNamed(row, 'tc').map((cell) => inline(cell).replace(/\s+/g, ' ').trim());
    return `| ${cells.join(' | ')} |`;
  });
  return rows.join('\n');
}

/** The ids of heading styles differ between languages, their names do not. */
function headingLevels(styles: string | undefined): HeadingLevels {
  const levels = new Map<string, number>([1, 2, 3, 4, 5, 6].map((level) => [`Heading${level}`, level]));
  levels.set('Title', 1);
  if (styles === undefined) return levels;
  for (const style of descendantsNamed(parseXml(styles), 'style')) {
    const name = attributeOf(childAt(style, 'name'), 'val') ?? '';
    const id = attributeOf(style, 'styleId');
    const level = /^title$/i.test(name) ? 1 : Number(/^heading ([1-6])$/i.exec(name)?.[1] ?? 0);
    if (id !== undefined && level > 0) levels.set(id, level);
  }
  return levels;
}
