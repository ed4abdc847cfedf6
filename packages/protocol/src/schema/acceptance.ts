// A fast check of whether a body is valid without changes, which is true for most bodies.
//
// zod copies every object that it validates and visits every absent field. This module reads each schema once and
// compiles a predicate that visits only the fields present. Where a predicate cannot decide, it returns false and zod
// validates, so the schemas remain the only description of the payload and zod the only source of issues.
import type { z } from 'zod';

type Accepts = (value: unknown) => boolean;

/**
 * What a schema accepts. Most members are strings and many are nullable, so these two kinds are decided without a
 * call.
 */
interface Acceptance {
  readonly strings: boolean;
  readonly nulls: boolean;
  /** Called only for values that the two flags above leave undecided. */
  readonly others: Accepts;
}

/**
 * Compiles a schema to a predicate over values of `JSON.parse`: true means that zod accepts the value and returns a
 * deeply equal one. False means only that zod must validate it.
 */
export function acceptanceOf(schema: z.core.$ZodType): Accepts {
  return combineAcceptance(acceptance(schema));
}

function combineAcceptance({ strings, nulls, others }: Acceptance): Accepts {
  if (!strings && !nulls) return others;
  return (value) => (strings && typeof value === 'string') || (nulls && value === null) || others(value);
}

function acceptance(schema: z.core.$ZodType): Acceptance {
  const known = built.get(schema);
  if (known !== undefined) return known;
  const made = withChecks(schema, kindOf(schema as z.core.$ZodTypes));
  built.set(schema, made);
  return made;
}

/** Schemas share parts, and these share their predicates. */
const built = new WeakMap<z.core.$ZodType, Acceptance>();

/** The acceptance of a schema without its checks. */
function kindOf(schema: z.core.$ZodTypes): Acceptance {
  const { def } = schema._zod;
  switch (def.type) {
    case 'string':
      return def.coerce === true ? nothing : anyString;
    case 'number':
      return def.coerce === true ? nothing : only(Number.isFinite);
    case 'boolean':
      return def.coerce === true ? nothing : only((value) => typeof value === 'boolean');
    case 'null':
      return { ...nothing, nulls: true };
    case 'unknown':
    case 'custom':
      return anything;
    case 'literal':
    case 'enum':
      return only(oneOf(schema._zod.values));
    // JSON has no `undefined`, so the enclosing object checks whether a field may be absent.
    case 'optional':
      return acceptance(def.innerType);
    case 'nullable':
      return { ...acceptance(def.innerType), nulls: true };
    case 'array':
      return only(arrayOf(acceptanceOf(def.element)));
    case 'object':
      return only(objectOf(def));
    case 'record':
      return only(recordOf(def));
    case 'union':
      return isTagged(def) ? only(taggedUnionOf(def)) : unionOf(def);
    default:
      return nothing;
  }
}

/** The only member of an exact number, which is no object: `settleNumbers` decides what it is. */
const exactMember = 'rawJSON';

const never: Accepts = () => false;
const nothing = only(never);
const anyString: Acceptance = { ...nothing, strings: true };
const anything: Acceptance = { strings: true, nulls: true, others: () => true };

function only(others: Accepts): Acceptance {
  return { strings: false, nulls: false, others };
}

function oneOf(values: z.core.util.PrimitiveSet | undefined): Accepts {
  const allowed = new Set<unknown>(values);
  const [single] = allowed;
  return allowed.size === 1 ? (value) => value === single : (value) => allowed.has(value);
}

function arrayOf(element: Accepts): Accepts {
  return (value) => {
    if (!Array.isArray(value)) return false;
    for (const each of value) if (!element(each)) return false;
    return true;
  };
}

interface Field extends Acceptance {
  readonly name: string;
  readonly required: boolean;
}

/**
 * zod drops unknown fields of a closed object, and every `__proto__`, so such an object does not pass unchanged. The
 * caller has already checked the member `tag`.
 */
function objectOf({ shape, catchall }: z.core.$ZodObjectDef, tag?: string): Accepts {
  const fields = new Map<string, Field>();
  for (const [name, schema] of Object.entries(shape)) {
    const { optin, optout } = schema._zod;
    const { strings, nulls, others } = acceptance(schema);
    fields.set(name, {
      name,
      strings: strings || name === tag,
      nulls,
      others,
      required: optin !== 'optional' || optout !== 'optional',
    });
  }
  fields.set('__proto__', { name: '__proto__', strings: false, nulls: false, others: never, required: false });
  const stranger = catchall === undefined ? never : acceptanceOf(catchall);
  const required = [...fields.values()].filter((field) => field.required).length;
  // Objects of one type mostly have the same members in the same order, so the field last seen at an index is tried
  // first.
  const seen: Field[] = [];
  return (value) => {
    if (!isObject(value)) return false;
    let found = 0;
    let index = 0;
    for (const name in value) {
      const member = value[name];
      let field = seen[index];
      if (field === undefined || field.name !== name) {
        field = fields.get(name);
        if (field !== undefined && index <= seen.length && index < fields.size) seen[index] = field;
      }
      index += 1;
      if (field === undefined) {
        if (name === exactMember || !stranger(member)) return false;
      } else {
        const vouched =
          (field.strings && typeof member === 'string') || (field.nulls && member === null) || field.others(member);
        if (!vouched) return false;
        if (field.required) found += 1;
      }
    }
    return found === required;
  };
}

/** Only records with plain string keys; other key types count or drop keys. */
function recordOf({ keyType, valueType }: z.core.$ZodRecordDef): Accepts {
  const plainKeys = keyType._zod.def.type === 'string' && checksOf(keyType).length === 0;
  if (!plainKeys) return never;
  const accepts = acceptanceOf(valueType);
  return (value) => {
    if (!isObject(value)) return false;
    for (const name in value) if (name === '__proto__' || name === exactMember || !accepts(value[name])) return false;
    return true;
  };
}

function unionOf({ options, inclusive }: z.core.$ZodUnionDef): Acceptance {
  if (inclusive === false) return nothing;
  const all = options.map((option) => acceptance(option));
  const others = all
    .map((option) => option.others)
    .filter((accepts) => accepts !== never)
    .reduceRight((rest, accepts) => (value) => accepts(value) || rest(value), never);
  return { strings: all.some(({ strings }) => strings), nulls: all.some(({ nulls }) => nulls), others };
}

function isTagged(def: z.core.$ZodUnionDef): def is z.core.$ZodDiscriminatedUnionDef {
  return 'discriminator' in def;
}

interface Option {
  readonly tag: unknown;
  readonly accepts: Accepts;
}

/** A request repeats a few of the many tags. Comparing with recent tags is faster than hashing each tag again. */
const rememberedTags = 8;

function taggedUnionOf({ options, discriminator }: z.core.$ZodDiscriminatedUnionDef): Accepts {
  const byTag = new Map<unknown, Option>();
  for (const option of options) {
    for (const tag of option._zod.propValues?.[discriminator] ?? []) {
      byTag.set(tag, {
        tag,
        accepts: byTag.has(tag) ? never : taggedOption(option as z.core.$ZodTypes, discriminator),
      });
    }
  }
  const recent: Option[] = [];
  return (value) => {
    if (!isObject(value)) return false;
    const tag = value[discriminator];
    for (const option of recent) if (option.tag === tag) return option.accepts(value);
    const option = byTag.get(tag);
    if (option === undefined) return false;
    if (recent.length < rememberedTags) recent.push(option);
    return option.accepts(value);
  };
}

function taggedOption(option: z.core.$ZodTypes, discriminator: string): Accepts {
  const { def } = option._zod;
  return def.type === 'object' && checksOf(option).length === 0 ? objectOf(def, discriminator) : acceptanceOf(option);
}

type Check = (payload: z.core.ParsePayload<never>) => unknown;

/** Length, pattern, range and similar constraints use zod's own checks, which read one value and copy nothing. */
function withChecks(schema: z.core.$ZodType, unchecked: Acceptance): Acceptance {
  const checks = checksOf(schema).map((check): Check => check._zod.check);
  if (checks.length === 0) return unchecked;
  const accepts = combineAcceptance(unchecked);
  return only((value) => accepts(value) && passes(checks, value));
}

/** Some schemas are a check themselves: `z.int()`, `z.custom(...)`. */
function checksOf(schema: z.core.$ZodType): readonly z.core.$ZodCheck<never>[] {
  const own = isCheck(schema) ? [schema] : [];
  return [...own, ...(schema._zod.def.checks ?? [])];
}

function isCheck(schema: z.core.$ZodType): schema is z.core.$ZodType & z.core.$ZodCheck<never> {
  return schema._zod.traits.has('$ZodCheck');
}

/** The type of a check matches the kind of value that its schema has already accepted. */
function passes(checks: readonly Check[], value: unknown): boolean {
  const payload: z.core.ParsePayload<never> = { value: value as never, issues: [] };
  for (const check of checks) if (check(payload) instanceof Promise) return false;
  return payload.issues.length === 0 && payload.value === value;
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
