// Filters on the attributes of files, in neutral terms.
import { type AttributeFilter, type AttributeValue, isObject, type JsonValue } from '@org/engine';
import { refuse } from '../decode/refuse.js';

/** Deeper filters are refused, so that no request can exhaust the stack. */
const maxFilterDepth = 16;
/** Comparisons of a filter, and the values that they compare with: a search does all of it for each file. */
const maxComparisons = 100;
const maxValues = 1_000;

/** What was decoded of a filter, in all its parts. */
interface FilterSize {
  comparisons: number;
  values: number;
}

/**
 * A filter on attributes as the API has it. Throws for an unknown operator, a missing key, a wrong value, and for more
 * comparisons or values than a search may have.
 */
export function decodeFilter(filter: unknown, param: string): AttributeFilter {
  return decodePart(filter, param, 0, { comparisons: 0, values: 0 }, param);
}

function decodePart(filter: unknown, param: string, depth: number, size: FilterSize, root: string): AttributeFilter {
  if (!isObject(filter)) return refuse(param, `Invalid type for '${param}': expected an object.`, 'invalid_type');
  if (depth >= maxFilterDepth)
    return refuse(param, `Invalid '${param}': filters are nested more than ${maxFilterDepth} deep.`, 'invalid_value');
  const { type, key, value, filters } = filter;
  switch (type) {
    case 'and':
    case 'or':
      if (!Array.isArray(filters) || filters.length === 0)
        return refuse(`${param}.filters`, `Invalid '${param}.filters': expected a non-empty array.`, 'invalid_type');
      return {
        type,
        filters: filters.map((one, index) => decodePart(one, `${param}.filters.${index}`, depth + 1, size, root)),
      };
    case 'eq':
    case 'ne':
    case 'gt':
    case 'gte':
    case 'lt':
    case 'lte':
      count(size, 1, root);
      return { type, key: keyOf(key, param), value: valueOf(value, `${param}.value`) };
    case 'in':
    case 'nin':
      if (!Array.isArray(value))
        return refuse(`${param}.value`, `Invalid type for '${param}.value': expected an array.`, 'invalid_type');
      count(size, value.length, root);
      return {
        type,
        key: keyOf(key, param),
        values: value.map((one, index) => valueOf(one, `${param}.value.${index}`)),
      };
    default:
      return refuse(
        `${param}.type`,
        `Invalid value for '${param}.type': supported are eq, ne, gt, gte, lt, lte, in, nin, and, or.`,
        'invalid_value',
      );
  }
}

/** Counts one comparison with this many values. */
function count(size: FilterSize, values: number, root: string): void {
  size.comparisons += 1;
  size.values += values;
  if (size.comparisons > maxComparisons || size.values > maxValues)
    refuse(
      root,
      `Invalid '${root}': expected at most ${maxComparisons} comparisons with ${maxValues} values in all.`,
      'array_above_max_length',
    );
}

function keyOf(key: JsonValue | undefined, param: string): string {
  return typeof key === 'string' && key !== ''
    ? key
    : refuse(`${param}.key`, `Missing required parameter: '${param}.key'.`, 'missing_required_parameter');
}

function valueOf(value: JsonValue | undefined, param: string): AttributeValue {
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'
    ? value
    : refuse(param, `Invalid type for '${param}': expected a string, a number or a boolean.`, 'invalid_type');
}
