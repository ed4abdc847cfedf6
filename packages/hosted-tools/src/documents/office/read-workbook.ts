import type { DocumentSection } from '../document.js';
import { withoutInvisibleCharacters } from '../invisible-characters.js';
import { dateStyles, formatDate } from './cell-dates.js';
import { relationsEntry, relationsOf } from './relations.js';
import { attributeOf, childAt, childrenNamed, descendantsNamed, parseXml, type XmlNode } from './xml.js';

const main = 'xl/workbook.xml';
/** Cells in later columns are omitted: a row with one cell far to the right would be all separators. */
const maxColumns = 1_000;

interface Formats {
  readonly strings: readonly string[];
  /** Numbers of the cell styles that show dates. */
  readonly dates: ReadonlySet<string>;
}

/** The cells of each visible sheet of an XLSX: a line per row, a tab between cells. */
export function readWorkbook(files: ReadonlyMap<string, string>): readonly DocumentSection[] {
  const relations = relationsOf(main, files.get(relationsEntry(main)));
  const formats: Formats = {
    strings: elementsOf(files.get('xl/sharedStrings.xml') ?? '', 'si').map(stringOf),
    dates: dateStyles(files.get('xl/styles.xml')),
  };
  return [...descendantsNamed(parseXml(files.get(main) ?? ''), 'sheet')].flatMap((sheet) => {
    const xml = files.get(relations.get(attributeOf(sheet, 'r:id') ?? '') ?? '');
    if (xml === undefined || (attributeOf(sheet, 'state') ?? 'visible') !== 'visible') return [];
    const rows = elementsOf(xml, 'row').map((row) => rowText(row, formats));
    const heading = attributeOf(sheet, 'name');
    const text = withoutInvisibleCharacters(rows.filter((row) => row.trim() !== '').join('\n'));
    return [{ text, ...(heading === undefined ? {} : { heading }) }];
  });
}

/**
 * The elements with this name in `xml`, parsed a few hundred at a time: the nodes of a sheet with a million cells
 * would fill the memory. They never contain each other.
 */
function* elements(xml: string, name: string): Generator<XmlNode> {
  const pattern = new RegExp(`<(?:\\w+:)?${name}(?:\\s[^>]*)?(?:/>|>[\\s\\S]*?</(?:\\w+:)?${name}>)`, 'g');
  let batch: string[] = [];
  const parsed = (): readonly XmlNode[] => childrenNamed(parseXml(batch.join('')), name);
  for (const [text] of xml.matchAll(pattern)) {
    batch.push(text);
    if (batch.length < 500) continue;
    yield* parsed();
    batch = [];
  }
  yield* parsed();
}

function elementsOf(xml: string, name: string): { map<Result>(convert: (node: XmlNode) => Result): Result[] } {
  return { map: (convert) => Array.from(elements(xml, name), convert) };
}

/** A shared string without its phonetic guide. */
function stringOf(node: XmlNode): string {
  const runs = childrenNamed(node, 'r').flatMap((run) => childrenNamed(run, 't'));
  return [...childrenNamed(node, 't'), ...runs].map(({ text }) => text).join('');
}

function rowText(row: XmlNode, formats: Formats): string {
  const cells: string[] = [];
  for (const cell of childrenNamed(row, 'c')) {
    const column = columnOf(attributeOf(cell, 'r')) ?? cells.length;
    if (column >= maxColumns) break;
    while (cells.length < column) cells.push('');
    cells[column] = cellText(cell, formats).replace(/\s+/g, ' ').trim();
  }
  return cells.join('\t');
}

/** The index of a cell's column by its reference: 27 for `AB12`. */
function columnOf(reference: string | undefined): number | undefined {
  const letters = /^([A-Z]{1,3})\d+$/.exec(reference ?? '')?.[1];
  return letters === undefined
    ? undefined
    : [...letters].reduce((sum, one) => sum * 26 + one.charCodeAt(0) - 64, 0) - 1;
}

function cellText(cell: XmlNode, { strings, dates }: Formats): string {
  const value = childAt(cell, 'v')?.text ?? '';
  switch (attributeOf(cell, 't')) {
    case 's':
      return strings[Number(value)] ?? '';
    case 'inlineStr': {
      const text = childAt(cell, 'is');
      return text === undefined ? '' : stringOf(text);
    }
    case 'b':
      return value === '1' ? 'TRUE' : 'FALSE';
    case undefined:
    case 'n':
      return dates.has(attributeOf(cell, 's') ?? '') ? formatDate(value) : value;
    default:
      return value;
  }
}
