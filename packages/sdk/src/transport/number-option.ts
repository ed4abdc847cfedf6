/** The value of an option that counts something. Throws TypeError for what is no number from `min` on: NaN above all, which no count reaches. */
export function numberOption(name: string, value: unknown, min: number): number {
  if (typeof value !== 'number' || !(value >= min))
    throw new TypeError(`${name} must be a number of at least ${min}, but is ${String(value)}.`);
  return value;
}
