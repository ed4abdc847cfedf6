import type { AttributeFilter, AttributeValue } from '../model/hosted-tool.js';

/**
 * Whether a file with these attributes matches a filter. Values are equal, and ordered, only within one type: `"1"` is
 * not `1`. Strings are ordered by their UTF-16 units; booleans have no order. A missing attribute equals nothing, so
 * only `ne` and `nin` match it. An `and` without filters matches every file, an `or` without filters none.
 */
export function matchesAttributes(
  filter: AttributeFilter,
  attributes: Readonly<Record<string, AttributeValue>>,
): boolean {
  switch (filter.type) {
    case 'and':
      return filter.filters.every((each) => matchesAttributes(each, attributes));
    case 'or':
      return filter.filters.some((each) => matchesAttributes(each, attributes));
    case 'in':
      return filter.values.some((value) => value === attributes[filter.key]);
    case 'nin':
      return filter.values.every((value) => value !== attributes[filter.key]);
    case 'eq':
      return attributes[filter.key] === filter.value;
    case 'ne':
      return attributes[filter.key] !== filter.value;
    default:
      return isOrdered(filter.type, attributes[filter.key], filter.value);
  }
}

function isOrdered(type: 'gt' | 'gte' | 'lt' | 'lte', one: AttributeValue | undefined, other: AttributeValue): boolean {
  if (typeof one === 'number' && typeof other === 'number') return compares(type, one, other);
  if (typeof one === 'string' && typeof other === 'string') return compares(type, one, other);
  return false;
}

function compares<Value extends string | number>(type: 'gt' | 'gte' | 'lt' | 'lte', one: Value, other: Value): boolean {
  if (type === 'gt') return one > other;
  if (type === 'gte') return one >= other;
  if (type === 'lt') return one < other;
  return one <= other;
}
