import { EngineError, isList, isObject, type JsonObject, type JsonValue } from '@org/engine';
import { arrayGrammar } from './array-grammar.js';
import { areDisjoint } from './are-disjoint.js';
import { anyOf, type Gbnf } from '../gbnf.js';
import type { JsonRules } from './json-rules.js';
import { listedValues } from './listed-values.js';
import { decimalOf, isEqualJson, type Decimal } from './decimal.js';
import { integerGrammar } from './integer-grammar.js';
import { exceedsFractions, numberGrammar, type NumberBounds } from './number-grammar.js';
import { objectGrammar } from './object-grammar.js';
import { SchemaCheck } from './schema-check.js';
import { acceptsNothing, hasOnly, numberAt, typesIn } from './schema-keywords.js';
import { keywordOfOnePart, mergeSchemas } from './schema-merge.js';
import { stringGrammar } from './string-grammar.js';

export interface SchemaGrammarOptions {
  /** How to treat a keyword that no grammar can express: reject the request, or do not enforce the keyword. */
  readonly unsupported: 'refuse' | 'loosen';
  /** Path of the schema in the request, for errors. */
  readonly path: string;
}

/** Keywords that constrain a value in ways the compiler does not support. */
const refused = ['not', 'if', 'contains', '$dynamicRef', '$recursiveRef', 'unevaluatedItems'];
/** Unsupported keywords that have no effect when they are empty. */
const refusedUnlessEmpty = ['dependentRequired', 'dependentSchemas', 'dependencies', 'patternProperties'];
/** The engine reads a grammar of this size in a fraction of a second, while the model waits. */
const maxRules = 20_000;
const maxCopies = 200_000;
const maxReferences = 16;
/**
 * How many alternatives of a choice in a recursive schema may begin alike. The engine follows all of them at once, and each level of
 * the recursion multiplies them: with 60, one token takes milliseconds and the next one seconds.
 */
const maxAlike = 8;
const deepest = 128;

/** Compiles JSON Schema (draft 2020-12 and 7) to grammar rules: what the grammar accepts is valid against the schema. */
export class SchemaGrammar {
  readonly gbnf: Gbnf;
  readonly json: JsonRules;
  /** String rules by their constraints, because many properties have the same ones. */
  readonly texts = new Map<string, string>();
  readonly #root: JsonObject;
  readonly #options: SchemaGrammarOptions;
  readonly #rules = new Map<JsonObject, string>();
  readonly #flattened = new Map<JsonObject, JsonObject>();
  /** Schemas being compiled with no character consumed since; meeting one again would never terminate. */
  readonly #open = new Set<JsonObject>();
  /** Schemas whose rules are being written. */
  readonly #unfinished = new Set<JsonObject>();
  #returns = false;
  /** Path of a choice with too many alternatives that may begin alike, if the schema is recursive. */
  #ambiguousChoice: string | undefined;
  #depth = 0;

  constructor(gbnf: Gbnf, json: JsonRules, root: JsonObject, options: SchemaGrammarOptions) {
    this.gbnf = gbnf;
    this.json = json;
    this.#root = root;
    this.#options = options;
  }

  /** The root rule of the schema. */
  compileRoot(): string {
    const rule = this.compile(this.#root, this.#options.path, 'root-value');
    if (this.#returns && !this.gbnf.isFinite(rule))
      throw this.unsupported(this.#options.path, 'a schema that only an endless value matches');
    return rule;
  }

  /** The rule for a subschema that starts at a new character, such as a property's value. */
  inside(schema: JsonValue | undefined, path: string, hint: string): string {
    const open = [...this.#open];
    this.#open.clear();
    const rule = this.compile(schema, path, hint);
    for (const one of open) this.#open.add(one);
    return rule;
  }

  compile(schema: JsonValue | undefined, path: string, hint: string): string {
    if (schema === undefined || schema === true) return this.json.value;
    if (!isObject(schema) || acceptsNothing(schema)) throw this.unsupported(path, 'a schema that accepts nothing');
    if (this.#open.has(schema)) throw this.unsupported(path, 'a reference to itself');
    const known = this.#rules.get(schema);
    if (known !== undefined) return this.#met(schema, known);
    if (this.gbnf.size > maxRules || this.gbnf.copies > maxCopies)
      throw this.unsupported(path, 'a schema of this size');
    this.#enter(path);
    const rule = this.gbnf.reserve(hint);
    this.#rules.set(schema, rule);
    this.#open.add(schema);
    this.#unfinished.add(schema);
    this.gbnf.define(rule, this.#body(schema, path, hint));
    this.#unfinished.delete(schema);
    this.#open.delete(schema);
    this.#depth -= 1;
    return rule;
  }

  #met(schema: JsonObject, rule: string): string {
    if (!this.#unfinished.has(schema)) return rule;
    this.#returns = true;
    this.gbnf.returns();
    this.#requireFewAlike();
    return rule;
  }

  /** Rejects a keyword, or ignores it when the request is not strict. */
  refuse(path: string, keyword: string): void {
    if (this.#options.unsupported === 'refuse') throw this.unsupported(`${path}.${keyword}`, `"${keyword}"`);
  }

  unsupported(path: string, constraint: string): EngineError {
    return new EngineError('unsupported', `${path}: the service cannot enforce ${constraint}.`, { param: path });
  }

  #body(schema: JsonObject, path: string, hint: string): string {
    const values = schema['const'] === undefined ? schema['enum'] : [schema['const']];
    if (isList(values)) return this.#enumeration(values, schema, path);
    for (const keyword of refused) if (schema[keyword] !== undefined) this.refuse(path, keyword);
    for (const keyword of refusedUnlessEmpty)
      if (schema[keyword] !== undefined && !isEmptyObject(schema[keyword])) this.refuse(path, keyword);
    // References below it would start from there.
    if (schema['$id'] !== undefined && schema !== this.#root) this.refuse(path, '$id');
    for (const keyword of ['$ref', 'allOf'] as const) {
      if (schema[keyword] !== undefined) return this.compile(this.#mergedWith(schema, keyword, path), path, hint);
    }
    for (const keyword of ['anyOf', 'oneOf'] as const) {
      const choices = schema[keyword];
      if (isList(choices)) return this.#choice(choices, schema, keyword, path, hint);
    }
    const types = typesIn(schema['type']);
    const wanted = types.length > 0 ? types : impliedTypes(schema);
    if (wanted.length === 0) return this.json.value;
    return anyOf(wanted.map((type) => this.#ofType(type, schema, path, hint)));
  }

  #ofType(type: string, schema: JsonObject, path: string, hint: string): string {
    switch (type) {
      case 'object':
        return objectGrammar(this, schema, path, hint);
      case 'array':
        return arrayGrammar(this, schema, path, hint);
      case 'string':
        return stringGrammar(this, schema, path);
      case 'number':
      case 'integer':
        return this.#number(type, schema, path);
      case 'boolean':
        return this.json.boolean;
      case 'null':
        return this.json.null;
      default:
        throw this.unsupported(`${path}.type`, `the type "${type}"`);
    }
  }

  /** The enumerated values that the remaining keywords of the schema also allow. */
  #enumeration(values: readonly JsonValue[], schema: JsonObject, path: string): string {
    const allowed =
      hasOnly(schema, 'enum') || hasOnly(schema, 'const') ? values : values.filter(this.#checkOf(schema, path));
    if (allowed.length === 0) throw this.unsupported(path, 'an enum without a valid value');
    return listedValues(this.gbnf, allowed);
  }

  #checkOf(schema: JsonObject, path: string): (value: JsonValue) => boolean {
    const { $defs, definitions } = this.#root;
    try {
      const check = new SchemaCheck({
        ...($defs === undefined ? {} : { $defs }),
        ...(definitions === undefined ? {} : { definitions }),
        ...schema,
      });
      return (value) => check.fault(JSON.stringify(value)) === undefined;
    } catch {
      throw this.unsupported(path, 'an enum with these keywords');
    }
  }

  /** The schema without one keyword, merged with the schemas that this keyword references. */
  #mergedWith(schema: JsonObject, keyword: '$ref' | 'allOf', path: string): JsonObject {
    const { [keyword]: found, ...own } = schema;
    const parts = keyword === '$ref' ? [this.#resolve(found, path)] : isList(found) ? found : [];
    const open = parts
      .filter((part) => part !== true)
      .map((part) => {
        if (isObject(part) && !acceptsNothing(part)) return part;
        throw this.unsupported(`${path}.${keyword}`, 'a schema that accepts nothing');
      });
    // A single subschema is returned unchanged, so that a self-referencing schema is recognized by identity.
    if (hasOnly(own) && open.length === 1 && open[0] !== undefined) return open[0];
    const flat = open.map((part) => this.#flat(part, path));
    const conflict = keywordOfOnePart(flat);
    if (conflict !== undefined)
      throw this.unsupported(`${path}.${keyword}`, `"${keyword}" with "${conflict}" in one of its schemas`);
    let merged: JsonObject = own;
    for (const part of flat) {
      const next = mergeSchemas(merged, part);
      if (typeof next === 'string')
        throw this.unsupported(`${path}.${keyword}`, `"${keyword}" with two different "${next}"`);
      merged = next;
    }
    return merged;
  }

  /** A subschema with its references resolved, so that a merge never has two references. */
  #flat(part: JsonObject, path: string): JsonObject {
    const known = this.#flattened.get(part);
    if (known !== undefined) return known;
    this.#enter(path);
    let flat = part;
    for (let count = 0; flat['$ref'] !== undefined; count += 1) {
      if (count > maxReferences) throw this.unsupported(`${path}.$ref`, 'a reference to itself');
      flat = this.#mergedWith(flat, '$ref', path);
    }
    if (flat['allOf'] !== undefined) flat = this.#mergedWith(flat, 'allOf', path);
    this.#depth -= 1;
    this.#flattened.set(part, flat);
    return flat;
  }

  /** A schema that recurses through merged schemas is a new object each time, so only its depth reveals the recursion. */
  #enter(path: string): void {
    if (this.#depth >= deepest) throw this.unsupported(path, 'a schema of this depth, or a reference to itself');
    this.#depth += 1;
  }

  #choice(
    choices: readonly JsonValue[],
    schema: JsonObject,
    keyword: 'anyOf' | 'oneOf',
    path: string,
    hint: string,
  ): string {
    const { [keyword]: _choices, ...own } = schema;
    const bare = hasOnly(own);
    const open = choices
      .map((choice, index) => ({ choice, at: `${path}.${keyword}.${index}`, hint: `${hint}-${index}` }))
      .filter(({ choice }) => !acceptsNothing(choice));
    if (open.length === 0) throw this.unsupported(path, `"${keyword}" without a valid choice`);
    const joined = open.map(({ choice, at }) => this.#joined(own, choice, keyword, at));
    if (keyword === 'oneOf' && !areAllDisjoint(joined)) this.refuse(path, 'oneOf');
    if (hasManyAlike(joined)) this.#ambiguousChoice ??= `${path}.${keyword}`;
    this.#requireFewAlike();
    // A single choice is returned unchanged, so that a self-referencing schema is recognized by identity.
    return anyOf(
      open.map(({ choice, at, hint: name }, index) => this.compile(bare ? choice : joined[index], at, name)),
    );
  }

  /** Throws where a recursive schema has a choice that makes single tokens too expensive. */
  #requireFewAlike(): void {
    if (this.#returns && this.#ambiguousChoice !== undefined)
      throw this.unsupported(
        this.#ambiguousChoice,
        `more than ${maxAlike} alternatives that may begin alike in a recursive schema`,
      );
  }

  /** A choice merged with the keywords next to the choices. */
  #joined(own: JsonObject, choice: JsonValue, keyword: string, at: string): JsonObject {
    if (!isObject(choice)) return own;
    const merged = mergeSchemas(own, this.#flat(choice, at));
    if (typeof merged === 'string') throw this.unsupported(at, `"${keyword}" with two different "${merged}"`);
    return merged;
  }

  #resolve(reference: JsonValue | undefined, path: string): JsonValue {
    if (typeof reference !== 'string' || !reference.startsWith('#'))
      throw this.unsupported(`${path}.$ref`, 'a reference to another document');
    let found: JsonValue | undefined = this.#root;
    for (const raw of reference.split('/').slice(1)) {
      const key = keyIn(raw);
      if (isList(found)) found = found[Number(key)];
      else found = key !== undefined && isObject(found) && Object.hasOwn(found, key) ? found[key] : undefined;
    }
    if (found === undefined || (reference !== '#' && !reference.startsWith('#/')))
      throw this.unsupported(`${path}.$ref`, 'a reference without a target');
    return found;
  }

  #number(type: 'number' | 'integer', schema: JsonObject, path: string): string {
    if (schema['multipleOf'] !== undefined && !(type === 'integer' && isEqualJson(schema['multipleOf'], 1)))
      this.refuse(path, 'multipleOf');
    const exact = boundKeywords.flatMap((keyword): [string, Decimal][] => {
      const bound = decimalOf(schema[keyword]);
      return bound === undefined ? [] : [[keyword, bound]];
    });
    if (exact.length === 0) return type === 'integer' ? this.json.integer : this.json.number;
    const integers = (): string | undefined => integerGrammar(Object.fromEntries(exact));
    const bounds: NumberBounds = Object.fromEntries(exact.map(([keyword]) => [keyword, numberAt(schema, keyword)]));
    const expression = type === 'integer' || exceedsFractions(bounds) ? integers() : numberGrammar(bounds);
    if (expression === undefined) throw this.unsupported(path, 'bounds with no integer between them');
    return expression;
  }
}

const boundKeywords = ['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum'] as const;

/** The key that a reference segment names; nothing when the segment is not URI-encoded. */
function keyIn(segment: string): string | undefined {
  try {
    return decodeURIComponent(segment).replaceAll('~1', '/').replaceAll('~0', '~');
  } catch {
    return undefined;
  }
}

function isEmptyObject(value: JsonValue | undefined): boolean {
  return isObject(value) && Object.keys(value).length === 0;
}

function areAllDisjoint(schemas: readonly JsonObject[]): boolean {
  return schemas.every((schema, index) => schemas.slice(index + 1).every((other) => areDisjoint(schema, other)));
}

/** Whether more than {@link maxAlike} of the schemas may match the start of one value. */
function hasManyAlike(schemas: readonly JsonObject[]): boolean {
  if (schemas.length <= maxAlike) return false;
  return schemas.some((schema) => {
    let alike = 0;
    return schemas.some((other) => {
      if (!areDisjoint(schema, other)) alike += 1;
      return alike > maxAlike;
    });
  });
}

/** The value types that the keywords imply when `type` is missing. */
function impliedTypes(schema: JsonObject): readonly string[] {
  const has = (...keywords: readonly string[]): boolean => keywords.some((keyword) => schema[keyword] !== undefined);
  if (
    has(
      'properties',
      'required',
      'additionalProperties',
      'propertyNames',
      'minProperties',
      'maxProperties',
      'unevaluatedProperties',
    )
  )
    return ['object'];
  if (has('items', 'prefixItems', 'minItems', 'maxItems', 'uniqueItems')) return ['array'];
  if (has('pattern', 'minLength', 'maxLength', 'format')) return ['string'];
  if (has('minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum', 'multipleOf')) return ['number'];
  return [];
}
