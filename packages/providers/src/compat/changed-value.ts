import { isObject, type JsonObject, type JsonValue, type UpstreamRequest } from '@org/engine';
import type { RejectedField } from '../errors/rejected-fields.js';
import { withoutField } from './without-field.js';

/** A value of the sent body that the service replaces. */
export interface ReplacedValue {
  readonly path: readonly string[];
  readonly value: JsonValue;
  readonly replacement: JsonValue;
}

/** What the service changes of an encoded request: a field that it omits, or a value that it replaces. */
export type FieldChange = RejectedField | ReplacedValue;

/** The request with the change; `undefined` where it does not have the field or the value, or needs it. */
export function withFieldChange(
  request: UpstreamRequest,
  change: FieldChange,
  optionalFields: readonly string[],
): UpstreamRequest | undefined {
  return 'replacement' in change ? withReplacedValue(request, change) : withoutField(request, change, optionalFields);
}

/** The changes and another one, which may replace what an earlier one has put in. */
export function withChange(changes: readonly FieldChange[], change: FieldChange): readonly FieldChange[] {
  if (!('replacement' in change)) return [...changes, change];
  const path = change.path.join('.');
  const before = changes.find(
    (one) => 'replacement' in one && one.path.join('.') === path && one.replacement === change.value,
  );
  if (before === undefined || !('replacement' in before)) return [...changes, change];
  return [...changes.filter((one) => one !== before), { ...change, value: before.value }];
}

/** The value at that path in a body, if any. */
export function valueAt(body: JsonObject, path: readonly string[]): JsonValue | undefined {
  return path.reduce<JsonValue | undefined>((value, name) => (isObject(value) ? value[name] : undefined), body);
}

function withReplacedValue(
  request: UpstreamRequest,
  { path, value, replacement }: ReplacedValue,
): UpstreamRequest | undefined {
  if (JSON.stringify(valueAt(request.body, path)) !== JSON.stringify(value)) return undefined;
  const param = path.join('.');
  const message = `The upstream does not support ${quoted(value)} for '${param}'; the service sends ${quoted(replacement)}.`;
  return {
    ...request,
    body: withValue(request.body, path, replacement),
    warnings: [...request.warnings, { kind: 'clamped', param, message }],
  };
}

function withValue(body: JsonObject, [name = '', ...rest]: readonly string[], value: JsonValue): JsonObject {
  const inner = body[name];
  return { ...body, [name]: rest.length > 0 && isObject(inner) ? withValue(inner, rest, value) : value };
}

function quoted(value: JsonValue): string {
  return typeof value === 'string' ? `'${value}'` : JSON.stringify(value);
}
