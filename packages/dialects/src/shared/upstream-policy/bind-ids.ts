// Gives clients the ids of an upstream's objects in a form that only their owner can send back.
import { isExactNumber, isObject, type JsonObject, type JsonValue } from '@org/engine';

/** Members of responses that name an object of the upstream, in either dialect. */
const idMembers: ReadonlySet<string> = new Set(['container_id', 'file_id']);
/** Members whose objects name themselves. */
const objectMembers: ReadonlySet<string> = new Set(['container']);
/** Members whose content the model wrote. */
const contentMembers: ReadonlySet<string> = new Set(['input', 'arguments', 'text']);

/** The event with its ids bound. `text`, its source text, preserves digits that a JavaScript number cannot hold. */
export function bindIds(
  event: JsonObject,
  text: string | undefined,
  bind: (id: string) => string,
): readonly [JsonObject, string | undefined] {
  if (text !== undefined && !mayName(text)) return [event, text];
  const ids = new Set<string>();
  const bound = withIds(event, (id) => {
    ids.add(id);
    return bind(id);
  });
  if (ids.size === 0) return [event, text];
  return [bound, text === undefined ? undefined : replaceIds(text, ids, bind)];
}

/** Few events name an object. */
function mayName(text: string): boolean {
  return text.includes('"container') || text.includes('"file_id"');
}

/** In the source text only values of the members are replaced: other members may have an equal value. */
function replaceIds(text: string, ids: ReadonlySet<string>, bind: (id: string) => string): string {
  return text.replaceAll(
    /("(?:container_id|file_id|id)"\s*:\s*)("(?:[^"\\]|\\.)*")/g,
    (found, name: string, value: string) => {
      const id: unknown = JSON.parse(value);
      return typeof id === 'string' && ids.has(id) ? name + JSON.stringify(bind(id)) : found;
    },
  );
}

function withIds(value: JsonObject, bind: (id: string) => string): JsonObject {
  let changed: Record<string, JsonValue | undefined> | undefined;
  for (const name in value) {
    const before = value[name];
    if (before === undefined || before === null || contentMembers.has(name)) continue;
    const after = boundMember(name, before, bind);
    if (after === before) continue;
    changed ??= { ...value };
    changed[name] = after;
  }
  return changed ?? value;
}

function boundMember(name: string, value: JsonValue, bind: (id: string) => string): JsonValue {
  if (typeof value === 'string') return idMembers.has(name) && value !== '' ? bind(value) : value;
  if (Array.isArray(value)) {
    const bound = value.map((element) => (isPlainObject(element) ? withIds(element, bind) : element));
    return bound.some((element, index) => element !== value[index]) ? bound : value;
  }
  if (!isPlainObject(value)) return value;
  const { id } = value;
  const own = objectMembers.has(name) && typeof id === 'string' && id !== '' ? { ...value, id: bind(id) } : value;
  return withIds(own, bind);
}

function isPlainObject(value: JsonValue): value is JsonObject {
  return isObject(value) && !isExactNumber(value);
}
