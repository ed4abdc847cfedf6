/** What one value costs, in characters of text: a template looks at each, and copies text. */
const valueCost = 100;
const affordable = 50_000;

/** Whether what is to be written holds so many values, or so much text, that it takes a model's template more than some milliseconds. */
export function takesLong(value: unknown): boolean {
  return remainingBudget(affordable, value) < 0;
}

/** What is left after a value; below nothing as soon as that is certain. */
function remainingBudget(budget: number, value: unknown): number {
  let remaining = budget - valueCost - (typeof value === 'string' ? value.length : 0);
  if (typeof value !== 'object' || value === null) return remaining;
  for (const member of Object.values(value)) {
    if (remaining < 0) return remaining;
    remaining = remainingBudget(remaining, member);
  }
  return remaining;
}
