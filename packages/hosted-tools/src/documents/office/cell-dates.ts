import { attributeOf, childAt, childrenNamed, parseXml } from './xml.js';

/** Numbers of the cell styles in `xl/styles.xml` that show dates or times. */
export function dateStyles(xml: string | undefined): ReadonlySet<string> {
  if (xml === undefined) return new Set();
  const sheet = childAt(parseXml(xml), 'styleSheet');
  if (sheet === undefined) return new Set();
  const formats = childAt(sheet, 'numFmts');
  const dateFormats = new Set(
    (formats === undefined ? [] : childrenNamed(formats, 'numFmt'))
      .filter((format) => isDateFormat(attributeOf(format, 'formatCode') ?? ''))
      .map((format) => Number(attributeOf(format, 'numFmtId'))),
  );
  const cells = childAt(sheet, 'cellXfs');
  const styles = cells === undefined ? [] : childrenNamed(cells, 'xf');
  return new Set(
    styles.flatMap((style, index) => {
      const id = Number(attributeOf(style, 'numFmtId'));
      return dateFormats.has(id) || (id >= 14 && id <= 22) || (id >= 45 && id <= 47) ? [String(index)] : [];
    }),
  );
}

/** Whether a format has a part of a date outside of quotes and brackets. */
function isDateFormat(code: string): boolean {
  return /[dyhs]|m{2}/i.test(code.replace(/"[^"]*"|\[[^\]]*\]|\\./g, ''));
}

/** Days since 1900 as the date that a cell shows: `2026-03-01`, or `2026-03-01 08:30`. */
export function formatDate(value: string): string {
  const days = Number(value);
  if (value === '' || !Number.isFinite(days) || days < 0 || days > 2_958_466) return value;
  const [date = '', time = ''] = new Date(Math.round((days - 25_569) * 86_400_000)).toISOString().split('T');
  if (days < 1) return time.slice(0, 5);
  return Number.isInteger(days) ? date : `${date} ${time.slice(0, 5)}`;
}
