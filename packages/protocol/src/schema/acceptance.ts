// A quick answer to the one question that most bodies need: is this valid as it stands?
//
// zod copies every object that it checks and visits every field that is absent. Here each schema is read once and turned
// into a predicate that only looks at what came. Where a predicate cannot vouch for a value, it says no and zod decides,
// so the schemas remain the only description of the wire and zod the only author of faults.
import type { z } from 'zod';

type Accepts = (value: unknown) => boolean;

/**
 * The predicate of a schema over values of `JSON.parse`: true means that zod accepts the value and gives back one that
 * is deeply equal. False means only that zod must be asked.
 */
export function acceptanceOf(schema: z.core.$ZodType): Accepts {
  const known = built.get(schema);
  if (known !== undefined) return known;
  const accepts = withChecks(schema, kindOf(schema as z.core.$ZodTypes));
  built.set(schema, accepts);
  return accepts;
}

/** Schemas share parts, and these share their predicates. */
const built = new WeakMap<z.core.$ZodType, Accepts>();

/** The predicate of a schema without its checks. */
function kindOf(schema: z.core.$ZodTypes): Accepts {
  const { def } = schema._zod;
  switch (def.type) {
    case 'string':
      return def.coerce === true ? never : (value) => typeof value === 'string';
    case 'number':
      return def.coerce === true ? never : Number.isFinite;
    case 'boolean':
      return def.coerce === true ? never : (value) => typeof value === 'boolean';
    case 'null':
      return (value) => value === null;
    case 'unknown':
    case 'custom':
      return () => true;
    case 'literal':
    case 'enum':
      return oneOf(schema._zod.values);
    // JSON has no `undefined`: whether a field may be absent is seen by its object.
    case 'optional':
      return acceptanceOf(def.innerType);
    case 'nullable': {
      const inner = acceptanceOf(def.innerType);
      return (value) => value === null || inner(value);
    }
    case 'array': {
      const element = acceptanceOf(def.element);
      return (value) => Array.isArray(value) && every(value, element);
    }
    case 'object':
      return objectOf(def);
    case 'record':
      return recordOf(def);
    case 'union':
      return isTagged(def) ? taggedUnionOf(def) : unionOf(def);
    default:
      return never;
  }
}

const never: Accepts = () => false;

function oneOf(values: z.core.util.PrimitiveSet | undefined): Accepts {
  const allowed = new Set<unknown>(values);
  const [only] = allowed;
  return allowed.size === 1 ? (value) => value === only : (value) => allowed.has(value);
}

function every(values: readonly unknown[], accepts: Accepts): boolean {
  for (const value of values) if (!accepts(value)) return false;
  return true;
}

interface Field {
  readonly name: string;
  readonly accepts: Accepts;
  readonly required: boolean;
}

/** zod drops fields that a closed object does not have, and every `__proto__`: such an object is not as it stands. */
function objectOf({ shape, catchall }: z.core.$ZodObjectDef): Accepts {
  const fields = new Map<string, Field>();
  for (const [name, schema] of Object.entries(shape)) {
    const { optin, optout } = schema._zod;
    fields.set(name, { name, accepts: acceptanceOf(schema), required: optin !== 'optional' || optout !== 'optional' });
  }
  fields.set('__proto__', { name: '__proto__', accepts: never, required: false });
  const stranger = catchall === undefined ? never : acceptanceOf(catchall);
  const required = [...fields.values()].filter((field) => field.required).length;
  // Objects of one kind mostly come with the same members in the same order: the field last seen at a place is tried first.
  const seen: Field[] = [];
  return (value) => {
    if (!isObject(value)) return false;
    let found = 0;
    let place = 0;
    for (const name in value) {
      let field = seen[place];
      if (field === undefined || field.name !== name) {
        field = fields.get(name);
        if (field !== undefined && place <= seen.length && place < fields.size) seen[place] = field;
      }
      place += 1;
      if (field === undefined) {
        if (!stranger(value[name])) return false;
      } else {
        if (!field.accepts(value[name])) return false;
        if (field.required) found += 1;
      }
    }
    return found === required;
  };
}

/** Only records of plain string keys; the others count or drop keys. */
function recordOf({ keyType, valueType }: z.core.$ZodRecordDef): Accepts {
  const plainKeys = keyType._zod.def.type === 'string' && checksOf(keyType).length === 0;
  if (!plainKeys) return never;
  const accepts = acceptanceOf(valueType);
  return (value) => {
    if (!isObject(value)) return false;
    for (const name in value) if (name === '__proto__' || !accepts(value[name])) return false;
    return true;
  };
}

function unionOf({ options, inclusive }: z.core.$ZodUnionDef): Accepts {
  if (inclusive === false) return never;
  const accepting = options.map((option) => acceptanceOf(option));
  return (value) => {
    for (const accepts of accepting) if (accepts(value)) return true;
    return false;
  };
}

function isTagged(def: z.core.$ZodUnionDef): def is z.core.$ZodDiscriminatedUnionDef {
  return 'discriminator' in def;
}

function taggedUnionOf({ options, discriminator }: z.core.$ZodDiscriminatedUnionDef): Accepts {
  const byTag = new Map<unknown, Accepts>();
  for (const option of options) {
    for (const tag of option._zod.propValues?.[discriminator] ?? []) byTag.set(tag, byTag.has(tag) ? never : acceptanceOf(option));
  }
  return (value) => isObject(value) && (byTag.get(value[discriminator]) ?? never)(value);
}

type Check = z.core.$ZodCheck<never>;

/** Length, pattern, range and the like are left to zod's own checks, which look at one value and copy nothing. */
function withChecks(schema: z.core.$ZodType, accepts: Accepts): Accepts {
  const checks = checksOf(schema);
  if (checks.length === 0) return accepts;
  return (value) => accepts(value) && checks.every((check) => passes(check, value));
}

/** Some schemas are a check themselves: `z.int()`, `z.custom(...)`. */
function checksOf(schema: z.core.$ZodType): readonly Check[] {
  const own = isCheck(schema) ? [schema] : [];
  return [...own, ...(schema._zod.def.checks ?? [])];
}

function isCheck(schema: z.core.$ZodType): schema is z.core.$ZodType & Check {
  return schema._zod.traits.has('$ZodCheck');
}

/** A check is typed by the one kind of value that its schema has accepted before it. */
function passes(check: Check, value: unknown): boolean {
  const payload: z.core.ParsePayload<never> = { value: value as never, issues: [] };
  const waits = check._zod.check(payload) instanceof Promise;
  return !waits && payload.issues.length === 0 && payload.value === value;
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
