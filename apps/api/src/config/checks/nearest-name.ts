/**
 * The name in `known` that `name` most likely means: one or two typos away, or in another style, such as body_bytes
 * for maxBodyBytes.
 */
export function nearestName(name: string, known: readonly string[], maxTypos = 2): string | undefined {
  const [nearest] = known
    .map((candidate) => ({ candidate, slips: editDistance(normalized(name), normalized(candidate)) }))
    .filter(({ candidate, slips: distance }) => distance <= Math.min(maxTypos, Math.floor(candidate.length / 3)))
    .toSorted((one, other) => one.slips - other.slips);
  return nearest?.candidate;
}

function normalized(name: string): string {
  return name.replaceAll(/[-_]/g, '').toLowerCase();
}

/** Number of letters to insert, delete, replace, or swap with their neighbour. */
function editDistance(one: string, other: string): number {
  let before: number[] = [];
  let last = Array.from({ length: other.length + 1 }, (_, at) => at);
  for (let i = 1; i <= one.length; i++) {
    const row = [i];
    for (let k = 1; k <= other.length; k++) {
      const same = one[i - 1] === other[k - 1];
      const swapped = i > 1 && k > 1 && one[i - 1] === other[k - 2] && one[i - 2] === other[k - 1];
      row.push(
        Math.min(
          (last[k] ?? Infinity) + 1,
          (row[k - 1] ?? Infinity) + 1,
          (last[k - 1] ?? Infinity) + (same ? 0 : 1),
          swapped ? (before[k - 2] ?? Infinity) + 1 : Infinity,
        ),
      );
    }
    [before, last] = [last, row];
  }
  return last[other.length] ?? Infinity;
}
