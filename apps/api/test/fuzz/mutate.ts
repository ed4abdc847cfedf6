// Mutations of a request that preserve most of its structure, so that validation reaches the rest of it.
import { nested, edgeCaseNames, edgeCaseValue, payloadText, type Json } from './edge-case-values.js';
import type { Random } from './random.js';

type Container = Json[] | { [key: string]: Json };

interface ValueLocation {
  readonly holder: Container;
  readonly key: string;
}

/** Mutates `body` at one random path, or sometimes at up to four. */
export function mutate(body: { [key: string]: Json }, random: Random): void {
  for (let changes = random.oneIn(3) ? 1 + random.below(4) : 1; changes > 0; changes -= 1) {
    const locations = locationsIn(body);
    if (locations.length === 0) return;
    change(random.pick(locations), random, locations);
  }
}

function change({ holder, key }: ValueLocation, random: Random, locations: readonly ValueLocation[]): void {
  const value = read(holder, key);
  switch (random.below(9)) {
    case 0:
      return remove(holder, key);
    case 1:
    case 2:
      return write(holder, key, edgeCaseValue(random));
    case 3:
      return repeat(holder, key, 1 + random.below(5));
    case 4:
      if (!Array.isArray(holder)) {
        remove(holder, key);
        write(holder, random.pick(edgeCaseNames), value);
      }
      return;
    case 5:
      return write(
        holder,
        random.pick(Array.isArray(holder) ? [key] : ['type', 'role', key]),
        random.pick(payloadText),
      );
    case 6:
      return write(holder, key, nested(value, 1 + random.below(140), random));
    case 7: {
      const other = random.pick(locations);
      return write(holder, key, structuredClone(read(other.holder, other.key)));
    }
    default:
      return write(holder, key, typeof value === 'string' ? spoil(value, random) : edgeCaseValue(random));
  }
}

/** Returns the text with an unusual character inside, or repeated to an excessive length. */
function spoil(text: string, random: Random): string {
  const at = random.below(text.length + 1);
  const odd = random.pick(['\0', '\ud800', '\udc00', '\ufeff', '\n', '"', ' ', '\u{10ffff}', 'x'.repeat(5000)]);
  return text.slice(0, at) + odd + text.slice(at + random.below(2));
}

function locationsIn(value: Json): ValueLocation[] {
  const locations: ValueLocation[] = [];
  const collect = (holder: Json, depth: number): void => {
    if (typeof holder !== 'object' || holder === null || depth > 40 || locations.length > 2000) return;
    for (const key of Object.keys(holder)) {
      locations.push({ holder, key });
      collect(read(holder, key), depth + 1);
    }
  };
  collect(value, 0);
  return locations;
}

function read(holder: Container, key: string): Json {
  return (Reflect.getOwnPropertyDescriptor(holder, key)?.value ?? null) as Json;
}

/** Defines, because an assignment to `__proto__` would not make a member. */
function write(holder: Container, key: string, value: Json): void {
  Reflect.defineProperty(holder, key, { value, writable: true, enumerable: true, configurable: true });
}

function remove(holder: Container, key: string): void {
  if (Array.isArray(holder)) holder.splice(Number(key), 1);
  else Reflect.deleteProperty(holder, key);
}

function repeat(holder: Container, key: string, times: number): void {
  const value = read(holder, key);
  for (let n = 0; n < times; n += 1) {
    if (Array.isArray(holder)) holder.splice(Number(key), 0, structuredClone(value));
    else write(holder, `${key}_${n}`, structuredClone(value));
  }
}
