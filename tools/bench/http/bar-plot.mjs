// A plot of grouped horizontal bars as SVG text. The colors suit light and dark pages.
import { show } from './numbers.mjs';

const width = 760;
const labelWidth = 300;
const valueWidth = 70;
const barHeight = 18;
const groupGap = 12;
const titleHeight = 34;
const palette = ['#8a94a6', '#2f7ed8', '#d0743c', '#4a9c6d', '#9467bd'];

/**
 * @param {string} title
 * @param {{ label: string, bars: { name: string, value: number }[] }[]} groups
 */
export function barPlot(title, groups) {
  const longest = Math.max(...groups.flatMap(({ bars }) => bars.map(({ value }) => (Number.isNaN(value) ? 0 : value))));
  const names = [...new Set(groups.flatMap(({ bars }) => bars.map(({ name }) => name)))];
  const parts = [text(8, 20, title, 'font-weight="bold"')];
  let y = titleHeight;
  for (const { label, bars } of groups) {
    parts.push(text(8, y + (bars.length * barHeight) / 2 + 4, label));
    for (const { name, value } of bars) {
      if (!Number.isNaN(value)) {
        const length = Math.max(1, (value / longest) * (width - labelWidth - valueWidth));
        parts.push(
          `<rect x="${labelWidth}" y="${y + 1}" width="${length.toFixed(1)}" height="${barHeight - 3}" fill="${palette[names.indexOf(name) % palette.length]}"/>`,
        );
        parts.push(text(labelWidth + length + 6, y + 13, show(value)));
      }
      y += barHeight;
    }
    y += groupGap;
  }
  for (const [index, name] of names.entries()) {
    parts.push(
      `<rect x="${labelWidth + index * 130}" y="${y}" width="12" height="12" fill="${palette[index % palette.length]}"/>`,
      text(labelWidth + index * 130 + 18, y + 11, name),
    );
  }
  const height = y + 24;
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" font-family="sans-serif" font-size="12" fill="#6b7280">\n${parts.join('\n')}\n</svg>\n`;
}

function text(x, y, content, more = '') {
  return `<text x="${x.toFixed(1)}" y="${y.toFixed(1)}" ${more}>${content.replaceAll('&', '&amp;').replaceAll('<', '&lt;')}</text>`;
}
