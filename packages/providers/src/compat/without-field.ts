import { isList, isObject, type JsonObject, type JsonValue, type Warning, type UpstreamRequest } from '@org/engine';
import type { RejectedField } from '../errors/rejected-fields.js';
import { withoutItemIds } from './without-item-ids.js';

/**
 * Returns the request without `field`, if that does not change the meaning of a response: `optionalFields` has the names
 * of such fields, at any depth. `undefined` for a field that is missing or relevant.
 */
export function withoutField(
  request: UpstreamRequest,
  { path, value }: RejectedField,
  optionalFields: readonly string[],
): UpstreamRequest | undefined {
  if (path === undefined) return withoutHeaderValue(request, value);
  const [root = ''] = path;
  const leaf = path.at(-1) ?? root;
  if (root === 'input' && leaf === 'id') return withoutItemIds(request);
  const { [root]: found, ...others } = request.body;
  if (found === undefined) return undefined;
  if (value !== undefined)
    return isList(found) && found.includes(value) && optionalFields.includes(root)
      ? {
          ...request,
          body: { ...others, ...listWithout(root, found, value) },
          warnings: [...request.warnings, { ...ignored(root), message: `The upstream does not support '${value}'.` }],
        }
      : undefined;
  if (path.length === 1)
    return isOptional(root, found, optionalFields)
      ? { ...request, body: others, warnings: [...request.warnings, ignored(root)] }
      : undefined;
  const rest = optionalFields.includes(leaf) ? without(found, leaf) : found;
  if (rest === found) return undefined;
  // An object without other fields is removed as well.
  return {
    ...request,
    body: isObject(rest) && Object.keys(rest).length === 0 ? others : { ...others, [root]: rest },
    warnings: [...request.warnings, ignored(`${root}.${leaf}`)],
  };
}

function listWithout(name: string, list: readonly JsonValue[], value: string): JsonObject {
  const rest = list.filter((one) => one !== value);
  return rest.length === 0 ? {} : { [name]: rest };
}

/** A field with only optional content is optional. */
function isOptional(name: string, value: JsonValue, optionalFields: readonly string[]): boolean {
  return (
    optionalFields.includes(name) ||
    (isObject(value) && Object.keys(value).every((inner) => optionalFields.includes(inner)))
  );
}

function withoutHeaderValue(
  { headers, ...request }: UpstreamRequest,
  value: string | undefined,
): UpstreamRequest | undefined {
  const withoutValue = (list: string): string =>
    value === undefined
      ? ''
      : list
          .split(',')
          .filter((one) => one !== value)
          .join(',');
  const rest = Object.entries(headers).map(
    ([name, list]) => [name, name.endsWith('-beta') ? withoutValue(list) : list] as const,
  );
  if (rest.every(([name, list]) => list === headers[name])) return undefined;
  return {
    ...request,
    headers: Object.fromEntries(rest.filter(([, list]) => list !== '')),
    warnings: [...request.warnings, ignored(value ?? 'betas')],
  };
}

function ignored(param: string): Warning {
  return { kind: 'ignored', param, message: `The upstream does not support '${param}'.` };
}

/** Schemas and arguments are the client's own content. */
const content: ReadonlySet<string> = new Set(['input_schema', 'parameters', 'schema', 'input', 'arguments']);

/** The value without the fields of that name, at any depth; itself where there are none. */
function without(value: JsonValue, name: string): JsonValue {
  if (isList(value)) {
    const rest = value.map((entry) => without(entry, name));
    return rest.every((entry, at) => entry === value[at]) ? value : rest;
  }
  if (!isObject(value)) return value;
  const entries = Object.entries(value);
  const rest = entries
    .filter(([own]) => own !== name)
    .map(([own, inner]) => [own, inner === undefined || content.has(own) ? inner : without(inner, name)] as const);
  return rest.length === entries.length && rest.every(([own, inner]) => inner === value[own])
    ? value
    : Object.fromEntries(rest);
}
