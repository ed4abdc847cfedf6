// The plots of docs/measurements.
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { barPlot } from './http/bar-plot.mjs';

const folder = join(dirname(fileURLToPath(import.meta.url)), '../../docs/measurements/plots');

/**
 * Writes a plot of grouped bars to `plots/<name>.svg`.
 * @param {string} name
 * @param {string} title
 * @param {Parameters<typeof barPlot>[1]} groups
 */
export function writePlot(name, title, groups) {
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, `${name}.svg`), barPlot(title, groups));
}
