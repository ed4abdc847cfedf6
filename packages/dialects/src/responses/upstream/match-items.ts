// Which item of the complete response is which streamed item.
import type { JsonObject } from '@org/engine';
import { joinEntries } from './merge-item.js';

type IsSame = (streamed: JsonObject, index: number, reported: JsonObject, reportedIndex: number) => boolean;

/**
 * Finds for each streamed item its index in the output of the complete response. Ids and positions count only among
 * items of one type, because some upstreams give all items one id, change ids, or leave items out.
 */
export function matchItems(
  streamed: readonly JsonObject[],
  output: readonly JsonObject[],
): readonly (number | undefined)[] {
  const matches: (number | undefined)[] = streamed.map(() => undefined);
  const taken = new Set<number>();
  for (const isSame of criteria(streamed, output)) {
    for (const [index, item] of streamed.entries()) {
      if (matches[index] !== undefined) continue;
      const match = output.findIndex(
        (reported, at) => !taken.has(at) && reported['type'] === item['type'] && isSame(item, index, reported, at),
      );
      if (match < 0) continue;
      matches[index] = match;
      taken.add(match);
    }
  }
  return matches;
}

/** The surest criterion first. Upstreams with as many items of a type as they streamed mean those. */
function criteria(streamed: readonly JsonObject[], output: readonly JsonObject[]): readonly IsSame[] {
  const streamedIds = countIds(streamed);
  const outputIds = countIds(output);
  const isUnique = (id: unknown): boolean =>
    typeof id === 'string' && id !== '' && streamedIds.get(id) === 1 && outputIds.get(id) === 1;
  const isAligned =
    streamed.length === output.length && streamed.every(({ type }, index) => type === output[index]?.['type']);
  return [
    ({ call_id: id }, _, { call_id: other }) => typeof id === 'string' && id !== '' && id === other,
    ({ id }, _, { id: other }) => id === other && isUnique(id),
    (_, index, __, at) => index === at && isAligned,
    (item, _, reported) => hasSameContent(item, reported),
    (_, index, __, at) => index === at,
    () => true,
  ];
}

function countIds(items: readonly JsonObject[]): ReadonlyMap<unknown, number> {
  const counts = new Map<unknown, number>();
  for (const { id } of items) counts.set(id, (counts.get(id) ?? 0) + 1);
  return counts;
}

function hasSameContent(item: JsonObject, reported: JsonObject): boolean {
  return contentOf(item) === contentOf(reported) && contentOf(item) !== '';
}

function contentOf(item: JsonObject): string {
  const { name, arguments: args, input } = item;
  if (typeof name === 'string' && name !== '') return JSON.stringify([name, args, input]);
  return joinEntries(item['content']) + joinEntries(item['summary']);
}
