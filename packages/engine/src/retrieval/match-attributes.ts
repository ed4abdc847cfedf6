import type { AttributeFilter, AttributeValue } from '../model/hosted-tool.js';

type Attributes = Readonly<Record<string, AttributeValue>>;

/**
 * Whether files match a filter, by their attributes. Values are equal, and ordered, only within one type: `"1"` is not
 * `1`. Strings are ordered by their UTF-16 units; booleans have no order. A missing attribute equals nothing, so only
 * `ne` and `nin` match it. An `and` without filters matches every file, an `or` without filters none.
 */
export function attributeMatcher(filter: AttributeFilter): (attributes: Attributes) => boolean {
  switch (filter.type) {
    case 'and': {
      const matchers = filter.filters.map(attributeMatcher);
      return (attributes) => matchers.every((matches) => matches(attributes));
    }
    case 'or': {
      const matchers = filter.filters.map(attributeMatcher);
      return (attributes) => matchers.some((matches) => matches(attributes));
    }
    case 'in':
    case 'nin': {
      const { type, key } = filter;
      const values = new Set<AttributeValue | undefined>(filter.values);
      return (attributes) => values.has(attributes[key]) === (type === 'in');
    }
    case 'eq':
      return (attributes) => attributes[filter.key] === filter.value;
    case 'ne':
      return (attributes) => attributes[filter.key] !== filter.value;
    default: {
      const order = filter.type;
      return (attributes) => isOrdered(order, attributes[filter.key], filter.value);
    }
  }
}

/** Whether one file matches, see {@link attributeMatcher}. */
export function matchesAttributes(filter: AttributeFilter, attributes: Attributes): boolean {
  return attributeMatcher(filter)(attributes);
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
