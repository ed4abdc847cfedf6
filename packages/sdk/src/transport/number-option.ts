/** The value of an option that counts something. Throws TypeError for what is no number from `least` on: NaN above all, which no count reaches. */
export function numberOption(name: string, value: unknown, least: number): number {
  if (typeof value !== 'number' || !(value >= least))
    throw new TypeError(`${name} must be a number of at least ${least}, but is ${String(value)}.`);
  return value;
}
