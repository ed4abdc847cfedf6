/** The value of an option that counts something. Throws TypeError for what is no number from `least` on: NaN above all, which no count reaches. */
export function numberOption(name: string, value: unknown, least: number): number {
  if (typeof value !== 'number' || !(value >= least))
    throw new TypeError(`${name} has to be a number, ${least} or more, and is ${String(value)}.`);
  return value;
}
