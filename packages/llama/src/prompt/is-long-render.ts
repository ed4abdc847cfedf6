/** Cost of one value in characters of text: a template visits each value and copies text. */
const valueCost = 100;
const maxCharacters = 50_000;

/** Whether the input has so many values, or so much text, that a model's template needs more than a few milliseconds. */
export function isLongRender(value: unknown): boolean {
  return remainingBudget(maxCharacters, value) < 0;
}

/** The remaining budget after a value; below zero as soon as that is certain. */
function remainingBudget(budget: number, value: unknown): number {
  let remaining = budget - valueCost - (typeof value === 'string' ? value.length : 0);
  if (typeof value !== 'object' || value === null) return remaining;
  for (const member of Object.values(value)) {
    if (remaining < 0) return remaining;
    remaining = remainingBudget(remaining, member);
  }
  return remaining;
}
