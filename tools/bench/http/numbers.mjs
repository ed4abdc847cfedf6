/** The value below which the share `q` of all values lies; NaN of none. */
export function quantile(values, q) {
  const sorted = Float64Array.from(values).toSorted();
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * q))] ?? Number.NaN;
}

export const median = (values) => quantile(values, 0.5);

/** With thousands separators and as many decimals as the size asks for. */
export function show(value) {
  if (value === undefined || Number.isNaN(value)) return '';
  const decimals = Math.abs(value) >= 100 ? 0 : Math.abs(value) >= 10 ? 1 : 2;
  return value.toLocaleString('en-GB', { minimumFractionDigits: decimals, maximumFractionDigits: decimals });
}
