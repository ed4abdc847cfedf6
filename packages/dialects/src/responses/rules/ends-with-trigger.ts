import { refuse } from '../decode/refuse.js';
import { pathOf, type ResolvedItem } from '../decode/resolve-items.js';

/** Whether the last input item requests a compaction instead of a response. Elsewhere that item would have no meaning. */
export function endsWithTrigger(items: readonly ResolvedItem[]): boolean {
  const first = items.findIndex(({ item }) => item.type === 'compaction_trigger');
  if (first === -1) return false;
  const misplaced = items[first];
  if (misplaced !== undefined && first < items.length - 1)
    refuse(
      pathOf(misplaced),
      `'${pathOf(misplaced)}' is a 'compaction_trigger', which must be the last item of the input.`,
      'invalid_value',
    );
  return true;
}
