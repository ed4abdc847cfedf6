// One item as several events report it, each perhaps in part: when it starts, when its texts end, when it ends, and in
// the complete response.
import { isObject, type JsonObject, type JsonValue, textOf } from '@org/engine';
import { isEmptyArguments } from '../../shared/upstream/empty-arguments.js';

/**
 * Merges reports of one item, the most reliable first. A member that one report lacks, or has empty, is taken from the
 * next one. A text that another report continues is that longer text.
 */
export function mergeItem(reports: readonly (JsonObject | undefined)[]): JsonObject {
  const known = reports.filter((report) => report !== undefined && !isEmpty(report));
  const [first = {}, ...others] = known;
  const same = others.filter(
    (other) => [undefined, first['type']].includes(other?.['type']) || first['type'] === undefined,
  );
  if (same.length === 0) return withTexts(first);
  return withTexts(same.reduce<JsonObject>((merged, other) => mergeMembers(merged, objectIn(other)), first));
}

/** Whether the item has nothing of what its kind consists of. */
export function isBare(item: JsonObject, expectsSignature: boolean): boolean {
  switch (item['type']) {
    case 'function_call':
      return isEmptyArguments(item['arguments'] ?? item['input']);
    case 'custom_tool_call':
      return textOf(item['input'] ?? item['arguments']) === '';
    case 'message':
      return entriesOf(item['content']).every((entry) => isText(entry) && textIn(entry) === '');
    case 'reasoning':
      return (
        expectsSignature &&
        textOf(item['encrypted_content']) === '' &&
        !hasText(item['summary']) &&
        !hasText(item['content'])
      );
    default:
      return false;
  }
}

/** The texts of an item's `content` or `summary`, joined. */
export function joinEntries(list: JsonValue | undefined): string {
  return typeof list === 'string' ? list : entriesOf(list).map(textIn).join('');
}

function mergeMembers(item: JsonObject, other: JsonObject): JsonObject {
  let merged = item;
  for (const name in other) {
    const reported = item[name];
    const value = mergeMember(name, reported, other[name]);
    if (value !== reported && value !== undefined) merged = { ...merged, [name]: value };
  }
  return merged;
}

function mergeMember(name: string, value: JsonValue | undefined, other: JsonValue | undefined): JsonValue | undefined {
  if (name === 'content' || name === 'summary') return mergeEntries(value, other);
  if (name === 'arguments') return isEmptyArguments(value) && !isEmptyArguments(other) ? other : (value ?? other);
  return value === undefined || isEmpty(value) ? (isEmpty(other) ? (value ?? other) : other) : value;
}

/** The list with text; of two, the one that continues the other. */
function mergeEntries(value: JsonValue | undefined, other: JsonValue | undefined): JsonValue | undefined {
  const text = joinEntries(value);
  const otherText = joinEntries(other);
  if (otherText === '' && !isEmpty(value)) return value;
  const isLess =
    text === '' ? entriesOf(value).every(isText) : otherText.length > text.length && otherText.startsWith(text);
  return isLess && !isEmpty(other) ? other : (value ?? other);
}

/** Some servers end a text without the text. */
function withTexts(item: JsonObject): JsonObject {
  const { type, content } = item;
  if (type === 'message' && (content === undefined || content === null)) return { ...item, content: [] };
  if (!Array.isArray(content) || content.every((entry) => !isObject(entry) || hasOwnText(entry))) return item;
  const complete = content.map((entry): JsonValue =>
    !isObject(entry) || hasOwnText(entry) ? entry : { annotations: [], ...entry, [textMember(entry)]: '' },
  );
  return { ...item, content: complete };
}

function hasOwnText(entry: JsonObject): boolean {
  return !isText(entry) || typeof entry[textMember(entry)] === 'string';
}

function textMember({ type }: JsonObject): 'text' | 'refusal' {
  return type === 'refusal' ? 'refusal' : 'text';
}

const textTypes: ReadonlySet<unknown> = new Set(['output_text', 'refusal', 'reasoning_text', 'summary_text']);

function isText({ type }: JsonObject): boolean {
  return textTypes.has(type);
}

function textIn(entry: JsonObject): string {
  return textOf(entry[textMember(entry)]);
}

function hasText(list: JsonValue | undefined): boolean {
  return joinEntries(list) !== '';
}

function entriesOf(list: JsonValue | undefined): readonly JsonObject[] {
  if (typeof list === 'string') return [{ type: 'output_text', text: list }];
  return Array.isArray(list) ? list.filter(isObject) : [];
}

function objectIn(value: JsonObject | undefined): JsonObject {
  return value ?? {};
}

function isEmpty(value: JsonValue | undefined): boolean {
  if (value === undefined || value === null || value === '') return true;
  if (Array.isArray(value)) return value.length === 0;
  return isObject(value) && Object.keys(value).length === 0;
}
