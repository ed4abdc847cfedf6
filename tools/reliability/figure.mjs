// What a check found, as numbers with a limit.

/**
 * @typedef {object} Figure
 * @property {string} name
 * @property {number} value
 * @property {number} [atMost]
 * @property {number} [atLeast]
 * @property {string} [unit]
 * @property {string[]} [examples] some of the counted cases, when none should exist
 */

/** @param {Figure} figure */
export function isMet({ value, atMost = Infinity, atLeast = -Infinity }) {
  return value <= atMost && value >= atLeast;
}

/** @param {Figure} figure */
export function toText(figure) {
  const { name, value, atMost, atLeast, unit = '', examples = [] } = figure;
  const limits = [
    ...(atMost === undefined ? [] : [`at most ${atMost}`]),
    ...(atLeast === undefined ? [] : [`at least ${atLeast}`]),
  ];
  const shown = Number.isInteger(value) ? value : value.toFixed(1);
  const text = `${name} ${shown}${unit === '' ? '' : ` ${unit}`}${limits.length === 0 ? '' : ` (${limits.join(', ')})`}`;
  return isMet(figure) ? text : `${text} MISSED${examples.length === 0 ? '' : `: ${examples.slice(0, 5).join('; ')}`}`;
}

/**
 * A figure that has to be zero: how many of something that should not exist.
 * @param {string} name
 * @param {readonly string[]} found
 * @returns {Figure}
 */
export function none(name, found) {
  return { name, value: found.length, atMost: 0, examples: [...found].slice(0, 5) };
}

/**
 * The value below which this share of `values` lies.
 * @param {readonly number[]} values
 * @param {number} share share from 0 to 1
 */
export function quantile(values, share) {
  if (values.length === 0) return 0;
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.ceil(share * sorted.length) - 1)] ?? 0;
}
